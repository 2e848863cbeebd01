/** The package types there are. */
import { docker, type DockerRule } from './docker';
import { file, type FileRule } from './file';
import type { PackageTypeWords, RegistryRule } from './type';

/** A type whose packages are a name at a registry; its name is the label of its hosts. */
function registryType<const Name extends string, const Label extends string>(name: Name, label: Label) {
  return {
    name,
    label,
    hostLabel: name,
    unless: 'your other packages on this domain use another registry',
    // Its command is in `app/text/registry-commands.ts`.
  };
}

/** Every type. */
export const packageTypes = [
  docker,
  file,
  registryType('npm', 'npm'),
  registryType('python', 'Python'),
  registryType('hackage', 'Hackage'),
  registryType('cargo', 'Cargo'),
  registryType('go', 'Go'),
  registryType('maven', 'Maven'),
  registryType('composer', 'Composer'),
  registryType('rubygems', 'RubyGems'),
  registryType('helm', 'Helm'),
  registryType('nuget', 'NuGet'),
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
