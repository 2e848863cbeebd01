/**
 * Image patterns of collections: how a pattern is written, whether an image matches it, and which
 * of two patterns is more specific.
 */
import { imagePathSource } from '../rules/image-pattern-text';
import { dockerImageNameMax } from '../rules/name-patterns';
import { least } from '../floor/extremes';

/** `any` matches any characters, `one` matches one of several texts. */
type Part = { kind: 'text'; text: string } | { kind: 'any' } | { kind: 'one'; texts: string[] };

/** The parts of each path segment, in order. */
export type ImagePattern = readonly (readonly Part[])[];

const imagePath = new RegExp(`^${imagePathSource}$`);

/** Whether a text is an image path. */
export function isImagePath(text: string): boolean {
  return text.length <= dockerImageNameMax && imagePath.test(text);
}

/**
 * Parses a pattern, or gives null when it is malformed: `*` is any text within a segment, `{a,b}`
 * is a or b, a backslash escapes `*`, `{`, `}` and `,`. A slash always ends a segment.
 */
export function readImagePattern(pattern: string): ImagePattern | null {
  let segments: Part[][] = [];
  for (let text of pattern.split('/')) {
    let parts = readSegment(text);
    if (!parts) return null;
    segments.push(parts);
  }
  return segments;
}

const token = /\\[*{},]|\{((?:[^\\*{}]|\\[*{},])*)\}|\*|[^\\*{},]+/y;

function readSegment(segment: string): Part[] | null {
  let parts: Part[] = [];
  token.lastIndex = 0;
  for (let at = 0; at < segment.length; at = token.lastIndex) {
    token.lastIndex = at;
    let found = token.exec(segment);
    if (!found) return null;
    let part = readPart(found[0], found[1]);
    if (!part) return null;
    add(parts, part);
  }
  return parts.length > 0 ? parts : null;
}

function readPart(text: string, choices: string | undefined): Part | null {
  if (text === '*') return { kind: 'any' };
  if (choices === undefined) return { kind: 'text', text: text.replace(/^\\/, '') };
  let texts = (choices.match(/(?:[^\\,]|\\.)+|,/g) ?? [])
    .filter((t) => t !== ',')
    .map((t) => t.replace(/\\(.)/g, '$1'));
  // An empty choice such as `{a,}` would leave fewer texts than commas ask for.
  let wanted = (choices.replace(/\\./g, '').match(/,/g) ?? []).length + 1;
  return texts.length === wanted ? { kind: 'one', texts: [...new Set(texts)].sort() } : null;
}

/**
 * Adds a part in its simplest form: a choice of one is text, adjacent texts are joined, two stars
 * are one.
 */
function add(parts: Part[], part: Part): void {
  let plain: Part = part.kind === 'one' && part.texts.length === 1 ? { kind: 'text', text: part.texts[0] ?? '' } : part;
  let last = parts.at(-1);
  if (plain.kind === 'text' && last?.kind === 'text') last.text += plain.text;
  else if (plain.kind !== 'any' || last?.kind !== 'any') parts.push(plain);
}

/**
 * Whether an image path matches: the same number of segments, each matched as a whole. Takes time
 * in proportion to the path, for any pattern.
 */
export function matchesImage(pattern: ImagePattern, path: string): boolean {
  let segments = path.split('/');
  return segments.length === pattern.length && pattern.every((parts, i) => matchesSegment(parts, segments[i] ?? ''));
}

/**
 * Follows all possible readings at once: the positions in the text that the parts so far can reach.
 */
function matchesSegment(parts: readonly Part[], text: string): boolean {
  let reached = new Set([0]);
  for (let part of parts) {
    if (part.kind === 'any') {
      let first = least(reached);
      reached = new Set(Array.from({ length: text.length - first + 1 }, (_, i) => first + i));
    } else {
      let texts = part.kind === 'one' ? part.texts : [part.text];
      let starts = [...reached];
      reached = new Set(starts.flatMap((at) => texts.filter((t) => text.startsWith(t, at)).map((t) => at + t.length)));
    }
    if (reached.size === 0) return false;
  }
  return reached.has(text.length);
}

/** One spelling for equivalent patterns, such as `{b,a}` and `{a,b}`. */
export function canonicalPattern(pattern: ImagePattern): string {
  return pattern.map((parts) => parts.map(spell).join('')).join('/');
}

function spell(part: Part): string {
  if (part.kind === 'any') return '*';
  return part.kind === 'text' ? escaped(part.text) : `{${part.texts.map(escaped).join(',')}}`;
}

function escaped(text: string): string {
  return text.replace(/[*{},]/g, '\\$&');
}

/**
 * Sorts patterns, the most specific first: more segments without a star, then more text outside of
 * stars.
 */
export function moreSpecificPattern(a: ImagePattern, b: ImagePattern): number {
  return (
    fixedSegments(b) - fixedSegments(a) ||
    fixedLength(b) - fixedLength(a) ||
    (canonicalPattern(a) < canonicalPattern(b) ? -1 : 1)
  );
}

function fixedSegments(pattern: ImagePattern): number {
  return pattern.filter((parts) => parts.every((part) => part.kind !== 'any')).length;
}

function fixedLength(pattern: ImagePattern): number {
  let lengthOf = (part: Part) =>
    part.kind === 'text' ? part.text.length : part.kind === 'one' ? least(part.texts.map((t) => t.length)) : 0;
  return pattern.flat().reduce((sum, part) => sum + lengthOf(part), 0);
}
