/** Labels of package types on pages. */
import { type PackageType, packageTypes, typeNamed } from 'contract/packages/package-types/list';

/** In alphabetical order. */
export const sortedPackageTypes = packageTypes.map(({ name }) => name).sort();

export function typeLabel(type: PackageType): string {
  return typeNamed(type).label;
}
