/** The package types in the control store. */
import { normalName } from 'contract/packages/python-names';
import type { PackageRules, PackageType } from 'contract/packages/package-types/list';
import type { HostRule } from 'contract/packages/package-types/type';
import { docker } from './docker';
import { file } from './file';
import { registryRecords } from './registry';
import type { PackageTypeRecords } from './type';

export const typeRecords = {
  docker,
  npm: registryRecords('npm'),
  python: registryRecords('python', normalName),
  hackage: registryRecords('hackage'),
  cargo: registryRecords('cargo', (name) => name.toLowerCase()),
  go: registryRecords('go'),
  maven: registryRecords('maven'),
  composer: registryRecords('composer', (name) => name.toLowerCase()),
  rubygems: registryRecords('rubygems'),
  helm: registryRecords('helm'),
  nuget: registryRecords('nuget', (name) => name.toLowerCase()),
  file,
} satisfies {
  [Type in keyof PackageRules]: PackageTypeRecords<never, PackageRules[Type][number]>;
};

export function recordsOf(type: PackageType): PackageTypeRecords<object, HostRule> {
  return typeRecords[type];
}
