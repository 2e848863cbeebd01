/**
 * Maven artifacts. The path of a file has its artifact and version, so no index is read: everything
 * is redirected, and the files that programs are built from are counted.
 */
import { redirectedType } from './registry';

const place = /^\/((?:[^/.]+\/)+)([^/]+)\/([^/]+)\/([^/]+)$/;

/** Metadata, checksums, and files for people who read or test an artifact. */
const beside = /-(?:sources|javadoc|tests)\.[^-]*$|\.(?:pom|module|json|xml|txt|md5|sha\d+|asc|sig|sigstore)$/;

export const maven = redirectedType((path) => {
  let [, groups = '', artifact = '', version = '', file = ''] = place.exec(path) ?? [];
  if (!isOf(artifact, version, file) || beside.test(file)) return [];
  let name = `${groups.slice(0, -1).replaceAll('/', '.')}:${artifact}`;
  // A version can have a file for each platform, and one build requests several of them.
  return [{ name, version, asked: path.slice(0, -file.length) }];
});

/**
 * Whether a file belongs to the folder of its version. Files of a snapshot have a timestamp in
 * their names.
 */
function isOf(artifact: string, version: string, file: string): boolean {
  let [, release] = /^(.*)SNAPSHOT$/.exec(version) ?? [];
  let start = `${artifact}-${release ?? version}`;
  let build = release === undefined ? '' : String.raw`(?:SNAPSHOT|\d{8}\.\d{6}-\d+)`;
  return file.startsWith(start) && new RegExp(`^${build}[-.].`).test(file.slice(start.length));
}
