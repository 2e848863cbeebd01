/** Countries as people write them: English names, two-letter codes, a few short names. */
import { countryName } from '../../country-name.server';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Not countries, though they have a code of two letters. */
const others = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

const shortNames: [string, string][] = [
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['czech republic', 'CZ'],
  ['holland', 'NL'],
  ['south korea', 'KR'],
  ['turkey', 'TR'],
];

const codes = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !others.has(code) && countryName(code) !== code && isCurrent(code))
    .flatMap((code): [string, string][] => [
      [plain(countryName(code)), code],
      [plain(code), code],
    ])
    .concat(shortNames),
);

/** The ISO code; what is no country stays as it is, for the contract to refuse. */
export function countryCode(text: string): string {
  return codes.get(plain(text)) ?? text;
}

/**
 * Without accents and capitals: `Côte d’Ivoire` is found as `cote d'ivoire`, `Trinidad & Tobago`
 * with `and`.
 */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").replaceAll('&', 'and').trim().toLowerCase();
}

/** Codes of countries that are gone stand for the one that followed. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).maximize().region === code;
}
