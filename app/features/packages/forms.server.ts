/** Posted package forms. */
import { fieldsOfPackage } from 'contract/packages/package-types/fields';
import { type PackageType, typeNames } from 'contract/packages/package-types/list';
import { CreatePackage, UpdatePackage } from 'contract/packages/packages';
import { isRecord } from 'contract/floor/keys-of';
import { z } from 'zod';
import { env } from '../../config/env.server';
import { pagesOfType } from './types/list';

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
