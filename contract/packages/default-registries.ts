/** The registries that new packages come from when they name none. */
import { z } from 'zod';
import { BackendRegistry, RepositoryUrl } from '../rules/fields';
import { type DefaultRegistries, type PackageType, typeNames } from './package-types/list';

/** Public registries. That of npm comes from npm's own configuration, and Helm has none. */
const publicRegistries: DefaultRegistries = {
  docker: 'docker.io',
  python: 'https://pypi.org/simple/',
  hackage: 'https://hackage.haskell.org/',
  cargo: 'https://index.crates.io/',
  go: 'https://proxy.golang.org/',
  maven: 'https://repo.maven.apache.org/maven2/',
  composer: 'https://repo.packagist.org/',
  rubygems: 'https://rubygems.org/',
  nuget: 'https://api.nuget.org/',
};

const publicImages = ['docker.io', 'ghcr.io', 'quay.io'];

/** Whether this is a registry for everyone, whose name says nothing about an owner. */
export function isPublicRegistry(type: PackageType, registry: string): boolean {
  if (type === 'docker') return publicImages.includes(registry);
  let known = type === 'npm' ? 'https://registry.npmjs.org/' : publicRegistries[type];
  return known?.replace(/\/$/, '') === registry.replace(/\/$/, '');
}

/** DEFAULT_REGISTRIES: `type=registry`, comma separated. `type=` has no default. */
export const RegistryList = z
  .string()
  .default('')
  .transform((list, issue) => {
    let registries: DefaultRegistries = {};
    for (let entry of list.split(',').filter((text) => text.trim())) {
      let [, name, value = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
      let type = typeNames.find((one) => one === name && one !== 'file');
      let read = (type === 'docker' ? BackendRegistry : RepositoryUrl).safeParse(value);
      if (type && (read.success || value === '')) registries[type] = read.data;
      else issue.addIssue({ code: 'custom', message: `lists type=registry, such as python=https://registry.example/` });
    }
    return registries;
  });

interface RegistrySettings {
  DEFAULT_REGISTRIES: DefaultRegistries;
  npm_config_registry?: string | undefined;
  PIP_INDEX_URL?: string | undefined;
}

/** The default of each type: the operator's, that of the type's client here, or the public one. */
export function registriesOf(settings: RegistrySettings): DefaultRegistries {
  let { DEFAULT_REGISTRIES, npm_config_registry: npm, PIP_INDEX_URL: python } = settings;
  return { ...publicRegistries, ...(npm && { npm }), ...(python && { python }), ...DEFAULT_REGISTRIES };
}
