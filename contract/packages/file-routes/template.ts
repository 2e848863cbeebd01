/**
 * Incoming paths of file packages: RFC 6570 templates, parsed once, matched against request paths.
 * A repeated variable must match the same text. Own code, see docs/decisions/0018-edge-requests.md.
 */
import { templateVariables } from '../../rules/templates';
import { ascii, asSent, canonicalPath, decoded, queryPairs } from './request-path';

/** Values of the variables of a template: as sent, and decoded. */
export interface Captures {
  raw: Record<string, string>;
  text: Record<string, string>;
}

/** A variable and the fixed text that follows it. */
export interface Slot {
  name: string;
  /** `{+name}`: may hold slashes. */
  reserved: boolean;
  after: string;
  /** The number of the earlier variable of the same name, whose value must repeat here. */
  again: number | null;
}

/** A query key of the template: with a fixed value, or with a variable. */
interface Asked {
  key: string;
  value: string | null;
  name: string | null;
  required: boolean;
}

export interface IncomingTemplate {
  head: string;
  slots: Slot[];
  query: Asked[];
  /**
   * Number of path segments without a variable, and of fixed characters: they decide which of two
   * templates is more specific.
   */
  staticSegments: number;
  staticLength: number;
}

/** Operators of RFC 6570 that put a character before each of their values. */
const leading: Record<string, string> = { '/': '/', '.': '.', ';': ';' };

/**
 * Parses a path template; null when it is malformed or has a fragment, which no request path has.
 * Prefix lengths and `*` are ignored.
 */
export function compileIncoming(template: string): IncomingTemplate | null {
  if (!templateVariables(template) || template.includes('#')) return null;
  let ask = template.search(/\?|\{\?/);
  let path = ask < 0 ? template : template.slice(0, ask);
  let query = ask < 0 ? [] : compileQuery(template.slice(ask));
  if (!query) return null;
  let { head, slots } = compilePath(path);
  return {
    head,
    slots,
    query,
    staticSegments: path.split('/').filter((s, i) => i > 0 && !s.includes('{')).length,
    staticLength: slots.reduce((sum, s) => sum + s.after.length, head.length),
  };
}

function compilePath(path: string): { head: string; slots: Slot[] } {
  let head = '';
  let slots: Slot[] = [];
  let add = (text: string) => {
    let last = slots.at(-1);
    if (last) last.after += text;
    else head += text;
  };
  let at = 0;
  for (let match of path.matchAll(/\{([+./;&]?)([^{}]*)\}/g)) {
    let [all, operator = '', names = ''] = match;
    add(fixed(path.slice(at, match.index)));
    at = match.index + all.length;
    names.split(',').forEach((spec, i) => {
      let name = spec.replace(/[:*].*$/, '');
      add(leading[operator] ?? (i === 0 ? '' : ','));
      if (operator === ';') add(`${name}=`);
      let again = slots.findIndex((slot) => slot.name === name);
      slots.push({ name, reserved: operator === '+', after: '', again: again < 0 ? null : again });
    });
  }
  add(fixed(path.slice(at)));
  return { head, slots };
}

/** Fixed text in the spelling of canonical request paths. */
function fixed(text: string): string {
  return canonicalPath(ascii(asSent(text)));
}

/** `?key=text` and `?key={name}` are required, `{?name}` is optional; the order does not matter. */
function compileQuery(template: string): Asked[] | null {
  let asked: Asked[] = [];
  let rest = template.replace(/\{[?&]([^{}]*)\}/g, (_all, names: string) => {
    for (let spec of names.split(',')) {
      let name = spec.replace(/[:*].*$/, '');
      asked.push({ key: name, value: null, name, required: false });
    }
    return '';
  });
  for (let pair of rest.replace(/^\?/, '').split('&')) {
    if (pair === '') continue;
    let [, key, name = null, value = ''] = /^([^={}]+)=?(?:\{([^{}+#./;?&,:*]+)\}|([^{}]*))$/.exec(pair) ?? [];
    if (key === undefined) return null;
    asked.push({ key, value: name === null ? decoded(value) : null, name, required: true });
  }
  return asked;
}

/**
 * Matches a request's canonical path and its query; gives the captured variables, or null when the
 * template does not match.
 */
export function matchIncoming(template: IncomingTemplate, path: string, query: string): Captures | null {
  let { head, slots } = template;
  if (!path.startsWith(head)) return null;
  let values: string[] = [];
  if (
    slots.length === 0
      ? path.length !== head.length
      : !fill({ slots, path, values, dead: [], tries: triesMax }, 0, head.length)
  )
    return null;
  let captures: Captures = { raw: Object.create(null), text: Object.create(null) };
  if (!slots.every(({ name }, i) => take(captures, name, values[i] ?? '', decoded(values[i] ?? '')))) return null;
  return template.query.length === 0 || takeQuery(template.query, query, captures) ? captures : null;
}

/** Takes the value of a variable; false where it has another one already. */
function take({ raw, text }: Captures, name: string, value: string, decodedValue: string): boolean {
  if (name in text) return text[name] === decodedValue;
  raw[name] = value;
  text[name] = decodedValue;
  return true;
}

/** A path that is being matched. */
interface Search {
  slots: Slot[];
  path: string;
  /** Value of each variable. */
  values: string[];
  /** Variables that cannot match any more. */
  dead: boolean[];
  /** How often a variable repeated right after itself may still try another end. */
  tries: number;
}

const triesMax = 10_000;

/**
 * Gives each variable the shortest text, at least one character, after which the rest still
 * matches. A variable that fails at one place also fails at every later place of the same segment
 * (`{+name}`: of the whole path), since fewer ends remain, so a hostile path takes only a few
 * passes.
 */
function fill(search: Search, i: number, start: number): boolean {
  let { slots, path, values, dead } = search;
  let slot = slots[i];
  if (!slot) return start === path.length;
  if (slot.again !== null) {
    let text = values[slot.again]! + slot.after;
    values[i] = values[slot.again]!;
    return path.startsWith(text, start) && fill(search, i + 1, start + text.length);
  }
  let { text, count } = knownAfter(search, i);
  let next = slots[i + 1 + count];
  let limit = slot.reserved ? path.length : segmentEnd(path, start);
  let from = start + 1;
  if (!next) {
    let end = path.length - text.length;
    if (end < from || end > limit || !path.endsWith(text)) return false;
    values[i] = path.slice(start, end);
    return true;
  }
  while (!dead[i]) {
    let end = path.indexOf(text, from);
    if (end < 0 || end > limit) break;
    let after = end + text.length;
    values[i] = path.slice(start, end);
    if (fill(search, i + 1 + count, after)) return true;
    if (next.again === i && (search.tries -= 1) > 0) from = end + 1;
    else if (!slot.reserved || next.reserved) break;
    else from = Math.max(end + 1, segmentEnd(path, after) + 1 - text.length);
  }
  dead[i] ||= slot.reserved;
  return false;
}

/** The text after a variable, and how many variables with known values it contains. */
function knownAfter({ slots, values }: Search, i: number): { text: string; count: number } {
  let text = slots[i]!.after;
  let count = 0;
  for (let slot of slots.slice(i + 1)) {
    if (slot.again === null || slot.again >= i) break;
    values[i + 1 + count] = values[slot.again]!;
    text += values[slot.again]! + slot.after;
    count += 1;
  }
  return { text, count };
}

function segmentEnd(path: string, start: number): number {
  let slash = path.indexOf('/', start);
  return slash < 0 ? path.length : slash;
}

function takeQuery(asked: Asked[], query: string, captures: Captures): boolean {
  let given = new Map<string, string>();
  for (let [key, value] of queryPairs(query)) if (!given.has(key)) given.set(key, value);
  for (let { key, value, name, required } of asked) {
    let found = given.get(key);
    if (required && found === undefined) return false;
    if (value !== null && found !== value) return false;
    if (name === null || (found === undefined && name in captures.text)) continue;
    if (!take(captures, name, encodeURIComponent(found ?? ''), found ?? '')) return false;
  }
  return true;
}
