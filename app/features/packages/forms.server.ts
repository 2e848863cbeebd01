/** The posted forms of packages: the contract's rules, fed with what a form can send. */
import { fieldsOf } from 'contract/package-types/fields';
import { type PackageType, servedTypes } from 'contract/package-types/list';
import { CreatePackage, UpdatePackage } from 'contract/packages';
import { z } from 'zod';
import { typePages } from './types/list';

/** A new package, its fields read as the form of its type means them. */
export const NewPackageForm = z.preprocess(readAsItsType, CreatePackage);

/** A box that is not ticked is not sent, so absence means no. */
const EditPackageForm = UpdatePackage.extend({ track_companies: z.boolean().default(false) });

/** The schema of the edit form. What a package cannot be without cannot be emptied. */
export function editFormOf(type: PackageType): typeof EditPackageForm {
  return EditPackageForm.extend(fieldsOf(type).kept ?? {}) as typeof EditPackageForm;
}

function readAsItsType(form: unknown): unknown {
  if (typeof form !== 'object' || form === null) return form;
  let fields = form as Record<string, unknown>;
  let type = servedTypes.find((name) => name === fields.type);
  return (type && typePages[type].readForm?.(fields)) ?? fields;
}
