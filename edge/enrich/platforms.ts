const spellings: [platform: string, spelling: RegExp][] = [
  ['android', /\bandroid\b/i],
  ['ios', /\b(?:ios|ipados|iphone|ipad|ipod)\b/i],
  ['windows', /windows|\bwin(?:32|64|nt)?\b|\bmingw|\bcygwin|\bmsys/i],
  ['macos', /\bdarwin|\bmac ?os|\bmacintosh|\bosx\b/i],
  ['freebsd', /freebsd/i],
  ['openbsd', /openbsd/i],
  ['netbsd', /netbsd/i],
  ['sunos', /sunos|solaris|illumos/i],
  ['aix', /\baix\b/i],
  ['chromeos', /\bcros\b|chrome ?os/i],
  ['linux', /linux|\bubuntu\b|\bdebian\b|\bfedora\b|\bcentos\b|\balpine\b|\brhel\b|\bred hat\b|\bgnu\b/i],
];

/**
 * The platform named in a text, or empty: `darwin` and `macOS` are `macos`, `win32` is `windows`,
 * `Ubuntu` is `linux`.
 */
export function platformIn(text: string): string {
  return spellings.find(([, spelling]) => spelling.test(text))?.[0] ?? '';
}
