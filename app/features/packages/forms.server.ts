/** Forms of packages: what a new one shows, and what posted ones contain. */
import { countSourceName, countUrlsOf, isCountedType } from 'contract/analytics/count-sources';
import { isPublicRegistry, registriesOf } from 'contract/packages/default-registries';
import { fieldsOfPackage } from 'contract/packages/package-types/fields';
import { type PackageType, typeNames } from 'contract/packages/package-types/list';
import { CreatePackage, UpdatePackage } from 'contract/packages/packages';
import { isRecord } from 'contract/floor/keys-of';
import { z } from 'zod';
import { env } from '../../config/env.server';
import { gatewayOrigin } from '../../gateway/gateway-origin.server';
import { installMethodTemplates } from './install-methods.server';
import { pagesOfType } from './types/list';
import { explanationOf, registryWordsOf } from './types/texts.server';

/** The type's form maps the fields first. */
export const NewPackageInput = z.preprocess(
  readAsItsType,
  CreatePackage.and(z.object({ registry_counts: z.boolean().default(false) })),
);

/** Browsers do not send unchecked boxes: missing means false. */
const EditPackageInput = UpdatePackage.extend({
  track_companies: z.boolean().default(false),
  registry_counts: z.boolean().default(false),
});

/** Required values cannot be emptied. */
export function editPackageInput(type: PackageType): typeof EditPackageInput {
  return EditPackageInput.extend(fieldsOfPackage(type).kept ?? {}) as typeof EditPackageInput;
}

function readAsItsType(form: unknown): unknown {
  if (!isRecord(form)) return form;
  let fields = { ...form };
  // A form without the flag does not have it.
  if (!env.flags.showFilePackageCatchAllRedirectTargetDomain) delete fields.catch_all_redirect_target_domain;
  let type = typeNames.find((name) => name === fields.type);
  return (type && pagesOfType(type).readForm?.(fields)) ?? fields;
}

/** `wanted`: the type of the form; without a known one, types are to choose from. */
export function newPackageForm(owner: string, wanted: string | null) {
  let type = typeNames.find((name) => name === wanted) ?? null;
  let registry = (type && registriesOf(env)[type]) ?? '';
  return {
    owner,
    types: typeNames.map((name) => ({ type: name, explanation: type ? '' : explanationOf(name) })),
    type,
    words: type ? registryWordsOf(type) : undefined,
    place: gatewayOrigin,
    registry,
    counts:
      type && isCountedType(type) && countUrlsOf(env)[type] && isPublicRegistry(type, registry)
        ? countSourceName(type)
        : undefined,
    installMethods: type ? installMethodTemplates(owner, type) : undefined,
    withCatchAll: env.flags.showFilePackageCatchAllRedirectTargetDomain,
  };
}
