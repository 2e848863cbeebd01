/** The package types there are. */
import { cargo } from './cargo';
import { composer } from './composer';
import { docker, type DockerRule } from './docker';
import { file, type FileRule } from './file';
import { go } from './go';
import { hackage } from './hackage';
import { helm } from './helm';
import { maven } from './maven';
import { npm } from './npm';
import { nuget } from './nuget';
import { python } from './python';
import { rubygems } from './rubygems';
import type { PackageTypeWords, RegistryRule } from './type';

/** Every type. */
export const packageTypes = [
  docker,
  file,
  npm,
  python,
  hackage,
  cargo,
  go,
  maven,
  composer,
  rubygems,
  helm,
  nuget,
] as const satisfies PackageTypeWords[];

/** The rules of the edge by type. */
export interface PackageRules {
  docker: DockerRule[];
  file: FileRule[];
  npm: RegistryRule[];
  python: RegistryRule[];
  hackage: RegistryRule[];
  cargo: RegistryRule[];
  go: RegistryRule[];
  maven: RegistryRule[];
  composer: RegistryRule[];
  rubygems: RegistryRule[];
  helm: RegistryRule[];
  nuget: RegistryRule[];
}

type Words = (typeof packageTypes)[number];
export type PackageType = Words['name'];

/** The registries of new packages that name none. */
export type DefaultRegistries = { [Type in PackageType]?: string | undefined };

export const typeNames = packageTypes.map(({ name }) => name);

export function typeNamed(name: PackageType): PackageTypeWords {
  return packageTypes.find((type) => type.name === name)!;
}
