/** File names of Python projects: wheels, source archives, and older formats. */
import { normalVersion } from 'contract/packages/python-names';

const archive = /\.(?:whl|egg|zip|exe|msi|rpm|dmg|deb|tgz|tbz|txz|tar(?:\.(?:gz|bz2|xz|z|lzma))?)$/i;

export function isPythonFile(name: string): boolean {
  return archive.test(name);
}

/** The version in a file name, or empty. `project` is a normalized name. */
export function versionOfFile(file: string, project: string): string {
  let start = new RegExp(`^${project.replaceAll('-', '[-_.]+')}-(?=\\d|v\\d)`, 'i').exec(file)?.[0];
  if (start === undefined || !isPythonFile(file)) return '';
  let rest = file.slice(start.length).replace(archive, '');
  // A hyphen separates the parts of these names; within a part it is an underscore.
  if (/\.(?:whl|egg)$/i.test(file)) return normalVersion(rest.replace(/-.*$/s, '').replaceAll('_', '-'));
  return normalVersion(
    rest.replace(/(?:\.(?:win32|win-amd64|win-arm\w*|linux|macosx)\b.*|-\d+\.(?:noarch|src)|-py\d\S*)$/i, ''),
  );
}
