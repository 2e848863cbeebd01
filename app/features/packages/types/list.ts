/** The pages of the package types. */
import type { PackageType } from 'contract/packages/package-types/list';
import { dockerPages } from './docker';
import { filePages } from './file';
import { registryPages } from './registry-form';
import type { PackageTypePages } from './type';

/** Those of types with forms of their own; all others are a name at a registry. */
const ownPages: { [Type in PackageType]?: PackageTypePages } = { docker: dockerPages, file: filePages };

export function pagesOfType(type: PackageType): PackageTypePages {
  return ownPages[type] ?? registryPages;
}
