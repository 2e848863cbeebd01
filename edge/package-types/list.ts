/** The package types that the edge serves, in the order in which they decide. */
import type { PackageRules } from 'contract/package-types/list';
import { docker } from './docker';
import { file } from './file';
import type { EdgePackageType } from './type';

export const edgePackageTypes: { [Type in keyof PackageRules]: EdgePackageType<PackageRules[Type][number]> } = {
  docker,
  file,
};
