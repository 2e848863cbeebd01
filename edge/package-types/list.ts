/** The package types whose downloads the edge serves, in the order they are asked. */
import type { PackageRules } from 'contract/package-types/list';
import { docker } from './docker';
import { file } from './file';
import type { EdgePackageType } from './type';

export const edgePackageTypes: { [Type in keyof PackageRules]: EdgePackageType<PackageRules[Type][number]> } = {
  docker,
  file,
};
