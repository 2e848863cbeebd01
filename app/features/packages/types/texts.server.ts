/**
 * The texts of the package types, for the pages on which packages are created and shown. Loaders
 * send those of one type, so that no page loads the texts of all of them.
 */
import { registryNames, type RegistryTypeName } from 'contract/packages/package-types/registry-names';
import type { PackageType } from 'contract/packages/package-types/list';
import { cargo } from './cargo.server';
import { composer } from './composer.server';
import { go } from './go.server';
import { hackage } from './hackage.server';
import { helm } from './helm.server';
import { maven } from './maven.server';
import { npm } from './npm.server';
import { python } from './python.server';
import { rubygems } from './rubygems.server';
import type { RegistryTexts, RegistryWords } from './type';

const registryTexts: Record<RegistryTypeName, RegistryTexts> = {
  npm,
  python,
  hackage,
  cargo,
  go,
  maven,
  composer,
  rubygems,
  helm,
};

const explanations: Record<Exclude<PackageType, RegistryTypeName>, string> = {
  docker: 'A container image at Docker Hub, GitHub, Quay or any other registry. People pull it through your gateway.',
  file: 'A file to download: a release archive, an installer, a script. Without a file location it only counts requests.',
};

/** The texts of such a type; undefined for others. */
export function registryTextsOf(type: string): RegistryTexts | undefined {
  return type in registryTexts ? registryTexts[type as RegistryTypeName] : undefined;
}

/** What a type is, for the choice of types. */
export function explanationOf(type: PackageType): string {
  return registryTextsOf(type)?.explanation ?? explanations[type as keyof typeof explanations];
}

/** The words of the form of such a type; undefined for others. */
export function registryWordsOf(type: string): RegistryWords | undefined {
  let texts = registryTextsOf(type);
  if (!texts) return undefined;
  let { name, registry, file } = texts;
  return { name, registry, file, namePattern: registryNames[type as RegistryTypeName] };
}
