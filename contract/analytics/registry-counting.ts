/** What counts as a download of the types whose packages are a name at a registry. */
import { sources, type CountingRule } from './counting-sources';

/** A rule of our own in its first version. */
function own(says: string): CountingRule {
  return { version: 1, says, source: sources.own };
}

/** What is the same for all of them. `artifact`: what is downloaded. */
function registryRules<const Type extends string>(type: Type, artifact: string, none: string, version: string) {
  return {
    [`${type}-download`]: own(
      `A download is a GET of ${artifact} of the package. It counts when the client is sent to the registry for it.`,
    ),
    [`${type}-metadata`]: own(`HEAD, ${none}, and packages of others are none.`),
    [`${type}-version`]: own(version),
  };
}

/** Where an artifact is redirected without a look at an index. */
const versionOfPath = 'The version is that of the path. Whether the registry has it cannot be seen.';

/** Where the index of a package says which versions there are. */
const versionOfIndex =
  'A version that the registry does not have does not count. While the registry cannot be asked, the version of the ' +
  'path counts.';

export const registryDownloads = {
  python: {
    ...registryRules(
      'python',
      'a wheel or a source archive',
      'pages of the index, metadata and signatures of files',
      'The version is the one in the name of the file, in its normal form (PEP 440). A file that the registry does not ' +
        'have, and any file whose location is unknown, does not count.',
    ),
    'python-cache': own(
      'pip keeps in its own cache where a file is, beside the file. An installation from that cache is not a download. Where ' +
        'a registry forbids to keep its files, the same cache leads pip to them again without being counted.',
    ),
  },
  hackage: registryRules(
    'hackage',
    'the archive of a version',
    'indexes, signatures, revised .cabal files',
    versionOfPath,
  ),
  cargo: registryRules('cargo', 'the archive of a version', 'files of the index', versionOfIndex),
  go: registryRules(
    'go',
    'the zip file of a version',
    'lists of versions, .info and .mod files, questions to the checksum database',
    versionOfPath,
  ),
  helm: registryRules(
    'helm',
    'the archive of a version',
    'the index, signatures (.prov)',
    'The version is that of the index. A version that the repository does not have, any version whose location ' +
      'is unknown, and OCI charts (oci:) do not count.',
  ),
  maven: registryRules(
    'maven',
    'a file of a version, of whatever kind and platform',
    'metadata (.pom, .module, .xml, .json), sources, documentation and tests, checksums and signatures',
    'The version is that of the path, for a snapshot without its time. Whether the registry has it cannot be seen. ' +
      'Several files of one version that a source asks for within 30 s are one download.',
  ),
  composer: {
    'composer-download': own(
      'A download is an installation or update of the package that Composer reports (notify-batch), even from its ' +
        'cache or from a source repository.',
    ),
    'composer-metadata': own(
      'Requests for metadata and archives, packages of others, and a package that one notice names again are none. ' +
        'Neither is an installation by people who have turned off notify-on-install.',
    ),
    'composer-version': own(
      'The version is as the registry calls it. A version that the registry does not have does not count. While the ' +
        'registry cannot be reached, the reported version counts.',
    ),
  },
  rubygems: registryRules(
    'rubygems',
    'the .gem file of a version',
    'indexes, specifications',
    `${versionOfPath} It is without the platform.`,
  ),
  nuget: registryRules(
    'nuget',
    'the .nupkg file of a version',
    'the service index, lists of versions, registrations, .nuspec files',
    `${versionOfIndex} It is in NuGet’s normal form, in lower case: 1.0.0 for 1.0 and 1.0.0.0.`,
  ),
};
