/** What package packageTypes are called on pages, in the order of the alphabet. */
import { packageTypes, typeNamed } from 'contract/packages/package-types/list';
import type { PackageType } from 'contract/packages/package-types/list';

export const sortedPackageTypes = packageTypes.map(({ name }) => name).sort();

export function typeLabel(type: PackageType): string {
  return typeNamed(type).label;
}
