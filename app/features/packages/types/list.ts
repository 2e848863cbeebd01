/** The pages of the package types that can be created. */
import type { PackageType, ServedType } from 'contract/package-types/list';
import { cargo } from './cargo';
import { docker } from './docker';
import { file } from './file';
import { hackage } from './hackage';
import { npm } from './npm';
import { python } from './python';
import type { PackageTypePages } from './type';

export const typePages: Record<ServedType, PackageTypePages> = { docker, npm, python, hackage, cargo, file };

/** The pages of one type; undefined for a type that can only be read. */
export function pagesOf(type: PackageType): PackageTypePages | undefined {
  return type in typePages ? typePages[type as ServedType] : undefined;
}
