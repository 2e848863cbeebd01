/** What package types are called on pages, in the order of the alphabet. */
import type { PackageType } from 'contract/packages';

const labels: Record<PackageType, string> = {
  docker: 'Docker',
  file: 'File',
  hackage: 'Hackage',
  npm: 'npm',
  python: 'Python',
};

export const packageTypes = Object.keys(labels) as PackageType[];

export function typeLabel(type: PackageType): string {
  return labels[type];
}
