/** Versions in the normal form of NuGet, in lower case: `1.0.0` for `1.0`, `1.0.0.0` and `1.0.0+b1`. */

const numbered = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(-[0-9a-z.-]+)?(?:\+[0-9a-z.-]*)?$/;

/** Undefined for a text that is not a version. */
export function normalVersion(text: string): string | undefined {
  let found = numbered.exec(text.toLowerCase());
  if (!found) return undefined;
  let [, first = '', second = '0', third = '0', fourth = '0', label = ''] = found;
  let numbers = [first, second, third, fourth].map((number) => number.replace(/^0+(?=\d)/, ''));
  if (numbers[3] === '0') numbers.pop();
  return numbers.join('.') + label;
}
