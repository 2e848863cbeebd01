/** What package types are called on pages, in the order of the alphabet. */
import { packageTypes as types, typeNamed } from 'contract/packages/package-types/list';
import type { PackageType } from 'contract/packages/package-types/list';

export const packageTypes = types.map(({ name }) => name).sort();

export function typeLabel(type: PackageType): string {
  return typeNamed(type).label;
}
