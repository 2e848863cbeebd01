/** The pages of the package types. */
import type { PackageType } from 'contract/packages/package-types/list';
import { docker } from './docker';
import { file } from './file';
import { registry } from './registry-form';
import type { PackageTypePages } from './type';

/** Those of types with forms of their own; all others are a name at a registry. */
const ownPages: { [Type in PackageType]?: PackageTypePages } = { docker, file };

export function pagesOf(type: PackageType): PackageTypePages {
  return ownPages[type] ?? registry;
}
