/** Versions in Composer's normal form: `1.2.0.0` for `v1.2` and `1.2.0`. */

const numbered =
  /^v?(\d{1,5})(\.\d+)?(\.\d+)?(\.\d+)?(?:[._-]?(stable|beta|b|rc|alpha|a|patch|pl|p)(?:[.-]?(\d+(?:[.-]\d+)*))?)?([.-]?dev)?$/i;

const stabilities: Record<string, string> = {
  a: '-alpha',
  alpha: '-alpha',
  b: '-beta',
  beta: '-beta',
  rc: '-RC',
  p: '-patch',
  pl: '-patch',
  patch: '-patch',
};

/** The normal form of a numeric version; branches and dates stay as they are. */
export function normalVersion(version: string): string {
  let found = numbered.exec(version.replace(/\+\S*$/, ''));
  if (!found) return version;
  let [, first, second = '.0', third = '.0', fourth = '.0', stability = '', of = '', dev] = found;
  let named = stabilities[stability.toLowerCase()];
  return `${first}${second}${third}${fourth}${named ? named + of : ''}${dev ? '-dev' : ''}`;
}

/** A normal form as people write it. */
export function writtenVersion(normal: string): string {
  return normal.replace(/^(\d+\.\d+\.\d+)\.0(?=-|$)/, '$1').replace(/(?:\.9999999)+-dev$/, '.x-dev');
}

export function isVersion(normal: string): boolean {
  return /^(?:\d[\w.+-]*|dev-[\w./+#-]+)$/i.test(normal);
}

/** Of a branch, or of a development version. */
export function isBranch(normal: string): boolean {
  return /^dev-|-dev$/i.test(normal);
}
