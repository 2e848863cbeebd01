/** The pages of the package types that can be created. */
import type { PackageType, ServedType } from 'contract/package-types/list';
import { docker } from './docker';
import { file } from './file';
import type { PackageTypePages } from './type';

export const typePages: Record<ServedType, PackageTypePages> = { docker, file };

/** The pages of one type; undefined for a type that can only be read. */
export function pagesOf(type: PackageType): PackageTypePages | undefined {
  return type in typePages ? typePages[type as ServedType] : undefined;
}
