/** Schemas of the package forms: the rules of the contract, for form fields. */
import { fieldsOfPackage } from 'contract/packages/package-types/fields';
import { type PackageType, typeNames } from 'contract/packages/package-types/list';
import { CreatePackage, UpdatePackage } from 'contract/packages/packages';
import { z } from 'zod';
import { pagesOfType } from './types/list';

/** A new package; the form of its type reads the fields. */
export const NewPackageInput = z.preprocess(readAsItsType, CreatePackage);

/** An unchecked box is not sent, so absence means no. */
const EditPackageInput = UpdatePackage.extend({
  track_companies: z.boolean().default(false),
  registry_counts: z.boolean().default(false),
});

/** The schema of the edit form. Required values of a package cannot be emptied. */
export function editPackageInput(type: PackageType): typeof EditPackageInput {
  return EditPackageInput.extend(fieldsOfPackage(type).kept ?? {}) as typeof EditPackageInput;
}

function readAsItsType(form: unknown): unknown {
  if (typeof form !== 'object' || form === null) return form;
  let fields = form as Record<string, unknown>;
  let type = typeNames.find((name) => name === fields.type);
  return (type && pagesOfType(type).readForm?.(fields)) ?? fields;
}
