/** The pages of the package types that can be created. */
import { isServed, type PackageType, type ServedType } from 'contract/package-types/list';
import { docker } from './docker';
import { file } from './file';
import { registry } from './registry-form';
import type { PackageTypePages } from './type';

/** Those of types with forms of their own; all others are a name at a registry. */
const ownPages: { [Type in ServedType]?: PackageTypePages } = { docker, file };

/** The pages of one type; undefined for a type that can only be read. */
export function pagesOf(type: PackageType): PackageTypePages | undefined {
  return isServed(type) ? (ownPages[type] ?? registry) : undefined;
}
