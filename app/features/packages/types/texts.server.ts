/** Texts of the package types. Loaders send only those of one type. */
import { registryNames, type RegistryTypeName } from 'contract/packages/package-types/registry-names';
import type { PackageType } from 'contract/packages/package-types/list';
import { hasKey } from 'contract/floor/keys-of';
import { cargoTexts } from './cargo.server';
import { composerTexts } from './composer.server';
import { goTexts } from './go.server';
import { hackageTexts } from './hackage.server';
import { helmTexts } from './helm.server';
import { mavenTexts } from './maven.server';
import { npmTexts } from './npm.server';
import { nugetTexts } from './nuget.server';
import { pythonTexts } from './python.server';
import { rubygemsTexts } from './rubygems.server';
import type { RegistryTexts, RegistryWords } from './type';

const registryTexts: Record<RegistryTypeName, RegistryTexts> = {
  npm: npmTexts,
  python: pythonTexts,
  hackage: hackageTexts,
  cargo: cargoTexts,
  go: goTexts,
  maven: mavenTexts,
  composer: composerTexts,
  rubygems: rubygemsTexts,
  helm: helmTexts,
  nuget: nugetTexts,
};

const explanations: Record<Exclude<PackageType, RegistryTypeName>, string> = {
  docker: 'Container images at Docker Hub, GitHub, Quay or any other registry.',
  file: 'Release archives, installers, scripts: any file with a URL.',
};

/** Undefined for other types. */
export function registryTextsOf(type: string): RegistryTexts | undefined {
  return hasKey(registryTexts, type) ? registryTexts[type] : undefined;
}

export function explanationOf(type: PackageType): string {
  return hasKey(explanations, type) ? explanations[type] : registryTexts[type].explanation;
}

/** Undefined for other types. */
export function registryWordsOf(type: string): RegistryWords | undefined {
  if (!hasKey(registryTexts, type)) return undefined;
  let { name, registry, file } = registryTexts[type];
  return { name, registry, file, namePattern: registryNames[type] };
}
