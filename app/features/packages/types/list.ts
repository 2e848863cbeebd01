import type { PackageType } from 'contract/packages/package-types/list';
import { dockerPages } from './docker';
import { filePages } from './file';
import { registryPages } from './registry-form';
import type { PackageTypePages } from './type';

/** Types with their own forms; all others share the registry form. */
const ownPages: { [Type in PackageType]?: PackageTypePages } = { docker: dockerPages, file: filePages };

export function pagesOfType(type: PackageType): PackageTypePages {
  return ownPages[type] ?? registryPages;
}
