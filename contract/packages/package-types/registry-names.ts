/**
 * What names of packages look like at the registries, as patterns for the whole text. Pages get the
 * one they need from their loader.
 */
export const registryNames = {
  /** With a scope or without; old packages have capitals. */
  npm: String.raw`(?:@[a-zA-Z0-9~][a-zA-Z0-9._~\-]*\/)?[a-zA-Z0-9~][a-zA-Z0-9._~\-]*`,
  /** In any spelling of the project. */
  python: String.raw`[A-Za-z0-9](?:[A-Za-z0-9._\-]*[A-Za-z0-9])?`,
  /** Words with a letter in each, joined by hyphens. */
  hackage: String.raw`[0-9]*[a-zA-Z][a-zA-Z0-9]*(?:-[0-9]*[a-zA-Z][a-zA-Z0-9]*)*`,
  cargo: String.raw`[a-zA-Z][a-zA-Z0-9_\-]*`,
  /** A module path: a host name in small letters, and what follows it. */
  go: String.raw`[a-z0-9][a-z0-9\-]*(?:\.[a-z0-9\-]+)+(?:\/[a-zA-Z0-9_~\-](?:[a-zA-Z0-9._~\-]*[a-zA-Z0-9_~\-])?)*`,
  /** The group and the artifact. */
  maven: String.raw`[a-zA-Z0-9_\-]+(?:\.[a-zA-Z0-9_\-]+)*:[a-zA-Z0-9_\-][a-zA-Z0-9_.\-]*`,
  /** With a vendor; old packages have capitals. */
  composer: String.raw`[A-Za-z0-9]+(?:(?:[._]|-{1,2})[A-Za-z0-9]+)*\/[A-Za-z0-9]+(?:(?:[._]|-{1,2})[A-Za-z0-9]+)*`,
  rubygems: String.raw`[a-zA-Z0-9_][a-zA-Z0-9._\-]*`,
  helm: String.raw`[a-zA-Z0-9_\-][a-zA-Z0-9._\-]*`,
  /** Words joined by dots and hyphens. */
  nuget: String.raw`[a-zA-Z0-9_]+(?:[.\-][a-zA-Z0-9_]+)*`,
};

/** The types whose packages are a name at a registry. */
export type RegistryTypeName = keyof typeof registryNames;
