/**
 * The one order of versions, by the rules of their package type: newest first, prereleases below
 * their release. Words such as `latest` come after all numbers, digests after words.
 */
import semver from 'semver';
import { versionMax } from '../floor/limits';

/** Types whose versions are semantic, as npm reads them; pseudo-versions of Go are too. */
const semantic: ReadonlySet<string> = new Set(['npm', 'cargo', 'go', 'helm']);

/** All versions of a number are above each of them. */
const line = /\.x$/i;

type Read =
  | { kind: 'semantic'; version: semver.SemVer }
  | { kind: 'numbers'; parts: readonly Part[] }
  | { kind: 'word' | 'digest' | 'none' };

/** Later ones are newer. */
const kinds: readonly Read['kind'][] = ['none', 'digest', 'word', 'numbers', 'semantic'];

/** Sorts versions of one type; without a type, as tags of images and files. */
export function newestFirst(type?: string): (a: string, b: string) => number {
  let known = new Map<string, Read>();
  let read = (version: string): Read => {
    let found = known.get(version);
    if (!found) known.set(version, (found = readVersion(version, type)));
    return found;
  };
  return (a, b) => compare(read(b), read(a)) || byText.compare(b, a) || (a < b ? 1 : a > b ? -1 : 0);
}

const byText = new Intl.Collator('en', { numeric: true });

/** Whether a version is made of numbers; words and digests are not. */
export function isNumbered(version: string, type?: string): boolean {
  let { kind } = readVersion(version, type);
  return kind === 'numbers' || kind === 'semantic';
}

/** Whether a version has only numbers: not a prerelease, variant or series. */
export function isRelease(version: string, type?: string): boolean {
  let read = readVersion(version, type);
  if (line.test(version)) return false;
  if (read.kind === 'semantic') return read.version.prerelease.length === 0;
  return read.kind === 'numbers' && read.parts.every(({ rank }) => rank >= ranks.release);
}

/** The newest release; undefined if none of these is a release. */
export function newestRelease<One extends { version: string }>(all: readonly One[], type?: string): One | undefined {
  let order = newestFirst(type);
  return all
    .filter(({ version }) => isRelease(version, type))
    .reduce<One | undefined>((best, one) => (best && order(best.version, one.version) <= 0 ? best : one), undefined);
}

/** Positive if `a` is newer. */
function compare(a: Read, b: Read): number {
  if (a.kind === 'semantic' && b.kind === 'semantic') return semver.compare(a.version, b.version);
  if (a.kind === 'numbers' && b.kind === 'numbers') return compareParts(a.parts, b.parts);
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
}

const plain = /^(?:(\d+)[:!])?v?(\d[0-9a-z.+~_-]*)$/;
const digest = /^sha\d+:/;
/** Hashes of commits, which tags can be. */
const hash = /^(?=.*[a-f])(?=.*\d)[0-9a-f]{7,64}$/;
const tagged: ReadonlySet<string | undefined> = new Set([undefined, 'docker', 'file']);

function readVersion(version: string, type: string | undefined): Read {
  let text = version.toLowerCase();
  if (text === '') return { kind: 'none' };
  if (digest.test(text) || (tagged.has(type) && hash.test(text))) return { kind: 'digest' };
  if (type !== undefined && semantic.has(type)) {
    let found = semver.parse(version.replace(line, `.${Number.MAX_SAFE_INTEGER}.0`), { loose: true });
    return found ? { kind: 'semantic', version: found } : { kind: 'word' };
  }
  let [, epoch = '0', rest] = plain.exec(text) ?? [];
  if (rest === undefined || text.length > versionMax) return { kind: 'word' };
  let parts = type === 'nuget' ? nugetParts(rest) : partsOf(rest, type);
  return { kind: 'numbers', parts: [numberPart(epoch), ...parts] };
}

/** A number or a word, and how it compares with the end of a version. */
interface Part {
  rank: number;
  text: string;
}

/**
 * From oldest to newest, where one version has the part and the other one ends (`release`):
 * `1.0~rc1`, `1.0.dev1`, `1.0a1`, `1.0b1`, `1.0-M1`, `1.0rc1`, `1.0-SNAPSHOT`, `1.0-alpine`, `1.0`,
 * `1.0+cu118` of Python, `1.0.post1`, `1.0-1`, `1.0+dfsg` and `1.0w`, `1.0.1`.
 */
const ranks = {
  tilde: -9,
  dev: -8,
  alpha: -7,
  beta: -6,
  milestone: -5,
  candidate: -4,
  snapshot: -3,
  numberBefore: -2,
  variant: -1,
  release: 0,
  local: 1,
  localNumber: 2,
  patch: 3,
  revision: 4,
  added: 5,
  number: 6,
} as const;

const words: Record<string, number> = {
  dev: ranks.dev,
  nightly: ranks.dev,
  canary: ranks.dev,
  alpha: ranks.alpha,
  beta: ranks.beta,
  milestone: ranks.milestone,
  rc: ranks.candidate,
  cr: ranks.candidate,
  pre: ranks.candidate,
  preview: ranks.candidate,
  snapshot: ranks.snapshot,
  ga: ranks.release,
  final: ranks.release,
  release: ranks.release,
  sp: ranks.patch,
  patch: ranks.patch,
  pl: ranks.patch,
  post: ranks.patch,
  rev: ranks.patch,
};

/** Only before a number: `1.1.1b` is newer than `1.1.1`. */
const letters: Record<string, number> = {
  a: ranks.alpha,
  b: ranks.beta,
  c: ranks.candidate,
  m: ranks.milestone,
  p: ranks.patch,
  r: ranks.patch,
};

/** With these, also at the end: `1.1b` is `1.1b0` for Python (PEP 440), and a beta for Composer. */
const unnumbered: ReadonlySet<string | undefined> = new Set(['python', 'composer']);

/** More than any version has that was not made to be slow. */
const partsMax = 30;

function partsOf(text: string, type: string | undefined): Part[] {
  let parts: Part[] = [];
  let found = [...text.matchAll(/([.+~_-]*)(\d+|[a-z]+)/g)].slice(0, partsMax);
  for (let [i, [, mark = '', token = '']] of found.entries()) {
    let afterNumber = i > 0 && isNumber(found[i - 1]![2]!);
    let isDigits = isNumber(token);
    if (!isDigits || (afterNumber && mark !== '.')) withoutZeros(parts);
    if (mark.includes('~')) parts.push({ rank: ranks.tilde, text: '' });
    if (token === 'x' && mark === '.') parts.push(numberPart('9'.repeat(versionMax + 1)));
    else if (isDigits) for (let part of numberBehind(token, mark, afterNumber, type)) parts.push(part);
    else {
      let part = wordPart(token, type, { mark, afterNumber, isBeforeNumber: isNumber(found[i + 1]?.[2] ?? '') });
      // `1.0-final` is `1.0`.
      if (part.rank !== ranks.release) parts.push(part);
    }
  }
  return withoutZeros(parts);
}

/**
 * Up to four numbers and a label, which is before the release and compares as in semantic versions:
 * `beta10` is text and before `beta2`.
 */
function nugetParts(text: string): Part[] {
  let [, numbers = '', label] = /^([^+-]*)(?:-([^+]*))?/.exec(text) ?? [];
  let parts = withoutZeros(numbers.split('.').slice(0, partsMax).map(numberPart));
  if (label === undefined) return parts;
  let identifiers = label.split('.').slice(0, partsMax);
  let partOf = (one: string): Part =>
    /^\d+$/.test(one) ? { ...numberPart(one), rank: ranks.local } : { rank: ranks.localNumber, text: one };
  return [...parts, { rank: ranks.variant, text: '' }, ...identifiers.map(partOf)];
}

function isNumber(token: string): boolean {
  return /^\d/.test(token);
}

function numberBehind(digits: string, mark: string, afterNumber: boolean, type: string | undefined): Part[] {
  let number = numberPart(digits);
  if (mark === '+' && type === 'python') return [{ ...number, rank: ranks.localNumber }];
  if (mark !== '-' || !afterNumber) return [number];
  if (type === 'python') return [{ rank: ranks.patch, text: '' }, number];
  return [{ ...number, rank: type === 'rubygems' ? ranks.numberBefore : ranks.revision }];
}

interface Around {
  mark: string;
  afterNumber: boolean;
  isBeforeNumber: boolean;
}

/** Words of a list are the same however they are spelled; others compare by their letters. */
function wordPart(word: string, type: string | undefined, { mark, afterNumber, isBeforeNumber }: Around): Part {
  if (mark === '+') return { rank: type === 'python' ? ranks.local : ranks.added, text: word };
  // Every word is before the release.
  if (type === 'rubygems') return { rank: ranks.variant, text: word };
  let listed = Object.hasOwn(words, word)
    ? words[word]
    : isBeforeNumber || unnumbered.has(type)
      ? letters[word]
      : undefined;
  if (listed !== undefined) return { rank: listed, text: '' };
  if (type === 'maven') return { rank: ranks.patch, text: word };
  return { rank: mark === '' && afterNumber ? ranks.added : ranks.variant, text: word };
}

function numberPart(digits: string): Part {
  return { rank: ranks.number, text: digits.replace(/^0+(?=\d)/, '') };
}

/** `1.0.0` is `1`. */
function withoutZeros(parts: Part[]): Part[] {
  while (parts.at(-1)?.text === '0') parts.pop();
  return parts;
}

const end: Part = { rank: ranks.release, text: '' };

function compareParts(a: readonly Part[], b: readonly Part[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    let [one, other] = [a[i] ?? end, b[i] ?? end];
    let order = one.rank - other.rank || compareTexts(one.text, other.text);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers of any length, and words by their letters. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  let areNumbers = /^\d/.test(a) && /^\d/.test(b);
  if (areNumbers && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}
