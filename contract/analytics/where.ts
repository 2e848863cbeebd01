/**
 * Conditions of a single question or page, in its address: `where`, once for each. Every
 * number follows them as it follows a saved filter.
 *
 *     where=request_platform:equals:linux        a text: key, operator, value
 *     where=request_version:is-empty             operators without values have none
 *     where=request_variables.page:equals:intro  a variable, its name percent-encoded
 *     where=company_funnelstage:interest         keys without operators: importance, confidence
 *     where=request_is_bot:false                 yes or no
 *
 * Everything behind the second colon is the value. Keys and operators are those of filters. Different
 * keys have to hold together. Of one key any of its values may match, or none with a `not`, so it
 * has one operator; `is-empty` and `is-not-empty` go with `equals` and `not-equals`.
 */
import { z } from 'zod';
import type { ErrorCode } from '../rules/errors';
import { takesNoValues, textKeys } from './filter-keys';
import { FilterConditions, TextOperator, type TextCondition } from './filters';
import * as limits from '../floor/limits';
import { queryList, type Route } from '../rules/route';

export interface ReadWhere {
  /** What the texts say together. */
  conditions: FilterConditions;
  /** Those that were read, each once, in their order. */
  texts: string[];
  /** The others, and why. */
  refused: { text: string; code: ErrorCode }[];
}

/**
 * Reads conditions one after the other, behind those of `before`; one that cannot be read, or does
 * not go with those before it, is refused.
 */
export function readWhere(given: readonly string[], before?: ReadWhere): ReadWhere {
  let { conditions, texts, refused }: ReadWhere = before ?? { conditions: {}, texts: [], refused: [] };
  let read = { conditions, texts: [...texts], refused: [...refused] };
  for (let text of new Set(given)) {
    if (texts.includes(text)) continue;
    let isTooMuch = !hasRoom(read.texts, text);
    let joint = isTooMuch ? undefined : withCondition(read.conditions, text);
    if (joint) {
      read.conditions = joint;
      read.texts.push(text);
    } else read.refused.push({ text, code: isTooMuch ? 'too-many-conditions' : 'condition-is-invalid' });
  }
  return read;
}

function hasRoom(texts: readonly string[], text: string): boolean {
  let characters = texts.reduce((sum, { length }) => sum + length, text.length);
  return texts.length < limits.whereConditionsMax && characters <= limits.whereCharactersMax;
}

function withCondition(before: FilterConditions, text: string): FilterConditions | undefined {
  let { place, said } = splitAt(text, ':');
  if (said === undefined) return undefined;
  let added = joined(before, place, said);
  return added && FilterConditions.safeParse({ ...before, ...added }).data;
}

/** The parts before and behind a mark. */
function splitAt(text: string, mark: string): { place: string; said: string | undefined } {
  let at = text.indexOf(mark);
  return at < 0 ? { place: text, said: undefined } : { place: text.slice(0, at), said: text.slice(at + 1) };
}

/**
 * What a key says with one condition more; undefined where that cannot be. It is not checked yet.
 */
function joined(before: FilterConditions, place: string, said: string): Record<string, unknown> | undefined {
  let key = textKeys.find((one) => one === place);
  if (key) {
    let condition = joinedText(before[key], said);
    return condition && { [key]: condition };
  }
  let { place: kind, said: encoded } = splitAt(place, '.');
  if (kind === 'request_variables' && encoded !== undefined) return joinedVariable(before, encoded, said);
  if (place === 'company_funnelstage' || place === 'artifact_importance') {
    let first = before[place];
    return { [place]: first ? { ...first, or: [...(first.or ?? []), said] } : { op: said } };
  }
  // Of the rest an event has one alone.
  if (place === 'company_confidence') return before[place] ? undefined : { [place]: { op: said } };
  if (place !== 'request_is_bot' && place !== 'request_do_not_track') return undefined;
  return before[place] || !['true', 'false'].includes(said) ? undefined : { [place]: { value: said === 'true' } };
}

function joinedVariable(
  { request_variables: all = {} }: FilterConditions,
  encoded: string,
  said: string,
): Pick<FilterConditions, 'request_variables'> | undefined {
  let name = decoded(encoded);
  let condition = joinedText(Object.hasOwn(all, name) ? all[name] : undefined, said);
  return condition && { request_variables: { ...all, [name]: condition } };
}

/** Empty, which is not a valid name, if it cannot be decoded. */
function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}

function joinedText(before: TextCondition | undefined, text: string): TextCondition | undefined {
  let { place, said: value } = splitAt(text, ':');
  let operator = TextOperator.safeParse(place);
  if (!operator.success || takesNoValues(operator.data) !== (value === undefined)) return undefined;
  let fresh = { op: operator.data, values: value === undefined ? [] : [value] };
  if (!before) return fresh;
  let [one, other] = [comparing(before), comparing(fresh)];
  return one.op === other.op ? { op: one.op, values: [...one.values, ...other.values] } : undefined;
}

/** Empty is equal to the empty text. */
function comparing({ op, values }: TextCondition): TextCondition {
  if (!takesNoValues(op)) return { op, values };
  return { op: op === 'is-empty' ? 'equals' : 'not-equals', values: [''] };
}

export function isEqual(key: string, value: string): string {
  return value === '' ? `${key}:is-empty` : `${key}:equals:${value}`;
}

/** Conditions that hold where none of these do; undefined where one of them has no opposite. */
export function isNone(conditions: readonly string[]): string[] | undefined {
  let all = conditions.map((text) =>
    text.replace(/^([^:]+):(equals:|is-empty$)/, (_, key, operator) => `${key}:${opposites[operator]}`),
  );
  return all.some((text, i) => text === conditions[i]) ? undefined : all;
}

const opposites: Record<string, string> = { 'equals:': 'not-equals:', 'is-empty': 'is-not-empty' };

/** The key of a condition, which has no colon. */
export function keyOf(condition: string): string {
  return splitAt(condition, ':').place;
}

export function variableKey(name: string): string {
  return `request_variables.${encodeURIComponent(name)}`;
}

/**
 * The conditions of a question; undefined without any. Refused where one of them cannot be read.
 */
export const Where = queryList(z.string())
  .transform((texts, context): FilterConditions | undefined => {
    let { conditions, refused } = readWhere(texts);
    for (let { code } of refused) context.addIssue({ code: 'custom', message: code });
    return texts.length > 0 ? conditions : undefined;
  })
  .describe(
    'Extra conditions, `key:operator:value` with the keys and operators of filters, such as ' +
      '`request_platform:equals:linux`, `request_version:is-empty`, `request_variables.page:contains:intro` ' +
      '(the name percent-encoded), `company_funnelstage:interest` or `request_is_bot:false`. All keys must match. A key has one operator; any of its values may match, or none with a `not`. ' +
      `At most ${limits.whereConditionsMax}, of ${limits.whereCharactersMax} characters in all.`,
  );

export function takesWhere({ query }: Pick<Route, 'query'>): boolean {
  return query instanceof z.ZodObject && 'where' in query.shape;
}
