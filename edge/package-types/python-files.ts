/** File names of Python projects: wheels, source archives, and older formats. */

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

const spellings: Record<string, string> = {
  alpha: 'a',
  beta: 'b',
  c: 'rc',
  pre: 'rc',
  preview: 'rc',
};

const parts =
  /^v?(?:(?<epoch>\d+)!)?(?<release>\d+(?:\.\d+)*)(?:[-_.]?(?<pre>a|b|c|rc|alpha|beta|pre|preview)[-_.]?(?<preNumber>\d*))?(?:-(?<bare>\d+)|[-_.]?(?<post>post|rev|r)[-_.]?(?<postNumber>\d*))?(?:[-_.]?(?<dev>dev)[-_.]?(?<devNumber>\d*))?(?:\+(?<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/;

/**
 * The canonical spelling of a version (PEP 440), the same for all files of a release: `1.0b2` for
 * `1.0-beta.2`. Other text stays as it is.
 */
function normalVersion(text: string): string {
  let found = parts.exec(text.toLowerCase())?.groups;
  if (!found) return text;
  let { epoch, release, pre, preNumber, bare, post, postNumber, dev, devNumber, local } = found;
  let number = (digits: string | undefined) => (digits || '0').replace(/^0+(?=\d)/, '');
  return [
    epoch && number(epoch) !== '0' ? `${number(epoch)}!` : '',
    release!.split('.').map(number).join('.'),
    pre ? (spellings[pre] ?? pre) + number(preNumber) : '',
    bare || post ? `.post${number(bare ?? postNumber)}` : '',
    dev ? `.dev${number(devNumber)}` : '',
    local ? `+${local.split(/[-_.]/).join('.')}` : '',
  ].join('');
}
