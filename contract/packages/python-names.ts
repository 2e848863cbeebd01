/** Names and versions of Python projects. */

/** The canonical spelling of a name: `ada-engine` for `Ada_Engine` (PEP 503). */
export function normalName(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
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
export function normalVersion(text: string): string {
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

/** The same text for equal versions: `1.1` for `1.1.0`, which clients do not tell apart (PEP 440). */
export function releaseOf(version: string): string {
  let normal = normalVersion(version);
  // `2.0.x` is no version, and would become the name of a major number.
  if (!parts.test(normal)) return normal;
  let [release = ''] = /^(?:\d+!)?\d+(?:\.\d+)*/.exec(normal) ?? [];
  let numbers = release.split('.');
  // Not by a pattern: a long version of a stranger would take the square of its length.
  while (numbers.length > 1 && numbers.at(-1) === '0') numbers.pop();
  return numbers.join('.') + normal.slice(release.length);
}
