/** Which events count: the conditions of a filter as SQL and, with the same meaning, for an event in memory. */
import { textKeys, type TextKey } from 'contract/filter-keys';
import { type ConfidenceLevel, type FilterConditions, type TextCondition, type TextOperator } from 'contract/filters';
import * as limits from 'contract/limits';
import { dimensions } from './dimensions';
import type { Event } from './event';

export type EventFilter = FilterConditions;

interface Text {
  sql: string;
  of(event: Event): string;
}

const [companyName, companyDomain] = dimensions['by-company'];
const [cloudProvider] = dimensions['by-cloudprovider'];

const texts: Record<TextKey, Text> = {
  company_name: companyName!,
  company_domain: companyDomain!,
  company_cloud_provider: cloudProvider!,
  request_domain: { sql: 'request_domain', of: (event) => event.requestDomain },
  request_user_agent: { sql: 'user_agent', of: (event) => event.userAgent },
  request_referrer: { sql: 'referer', of: (event) => event.referer },
  request_platform: { sql: 'platform', of: (event) => event.platform },
  request_version: { sql: 'version', of: (event) => event.version },
  request_origin_country: { sql: 'country', of: (event) => event.country },
  request_origin_state: { sql: 'state', of: (event) => event.state },
  request_origin_city: { sql: 'city', of: (event) => event.city },
  request_origin_zipcode: { sql: 'postal', of: (event) => event.postal },
};

/** Two texts compared: in the engine, and here. Both are in lower case already. */
interface Comparison {
  sql(text: string, value: string): string;
  holds(text: string, value: string): boolean;
  /** Whether no value may match, instead of one. */
  not: boolean;
}

const equal = { sql: (text: string, value: string) => `${text} = ${value}`, holds: (a: string, b: string) => a === b };
const contains = {
  sql: (text: string, value: string) => `contains(${text}, ${value})`,
  holds: (text: string, value: string) => text.includes(value),
};
const starts = {
  sql: (text: string, value: string) => `starts_with(${text}, ${value})`,
  holds: (text: string, value: string) => text.startsWith(value),
};

const comparisons: Record<TextOperator, Comparison> = {
  equals: { ...equal, not: false },
  'not-equals': { ...equal, not: true },
  contains: { ...contains, not: false },
  'does-not-contain': { ...contains, not: true },
  'starts-with': { ...starts, not: false },
  'does-not-start-with': { ...starts, not: true },
  'is-empty': { ...equal, not: false },
  'is-not-empty': { ...equal, not: true },
};

/** From this confidence on and below that one. A match without a confidence is in no level. */
const levels: Record<ConfidenceLevel, readonly [from: number, below: number]> = {
  low: [0, limits.lowConfidenceBelow],
  medium: [limits.lowConfidenceBelow, limits.highConfidenceFrom],
  high: [limits.highConfidenceFrom, 2],
};

/** Conditions for a WHERE clause and their parameters, numbered from `first`. */
export function filterSql(
  filters: readonly EventFilter[] = [],
  first: number,
): { conditions: string[]; parameters: string[] } {
  let parameters: string[] = [];
  let conditions = filters.flatMap((filter) => {
    let { company_confidence, request_is_bot, request_do_not_track } = filter;
    let all = textKeys.flatMap((key) => {
      let condition = filter[key];
      if (!condition) return [];
      let from = first + parameters.length;
      parameters.push(...valuesOf(condition));
      return [textSql(texts[key].sql, condition, from)];
    });
    if (company_confidence) all.push(levelSql(company_confidence.op));
    if (request_is_bot) all.push(request_is_bot.value ? 'is_bot' : 'NOT is_bot');
    if (request_do_not_track) all.push(request_do_not_track.value ? 'do_not_track' : 'NOT do_not_track');
    return all;
  });
  return { conditions, parameters };
}

function textSql(column: string, condition: TextCondition, first: number): string {
  let { sql, not } = comparisons[condition.op];
  let text = `translate(${column}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`;
  let matches = valuesOf(condition).map((_, i) => sql(text, `$${first + i}`));
  return `${not ? 'NOT ' : ''}(${matches.join(' OR ')})`;
}

function levelSql(level: ConfidenceLevel): string {
  let [from, below] = levels[level];
  return `confidence >= ${from} AND confidence < ${below}`;
}

/** Whether every filter lets an event through. */
export function passes(filters: readonly EventFilter[] = [], event: Event): boolean {
  return filters.every((filter) => {
    let { company_confidence, request_is_bot, request_do_not_track } = filter;
    return (
      textKeys.every((key) => meets(filter[key], texts[key].of(event))) &&
      (!company_confidence || isWithin(levels[company_confidence.op], event.confidence)) &&
      (!request_is_bot || event.isBot === request_is_bot.value) &&
      (!request_do_not_track || event.doNotTrack === request_do_not_track.value)
    );
  });
}

function meets(condition: TextCondition | undefined, text: string): boolean {
  if (!condition) return true;
  let { holds, not } = comparisons[condition.op];
  let lower = lowerCase(text);
  return valuesOf(condition).some((value) => holds(lower, value)) !== not;
}

function isWithin([from, below]: readonly [number, number], confidence: number | null): boolean {
  return confidence !== null && confidence >= from && confidence < below;
}

/** Empty is equal to the empty text. */
function valuesOf({ op, values }: TextCondition): string[] {
  return op === 'is-empty' || op === 'is-not-empty' ? [''] : values.map(lowerCase);
}

/** A to Z only: beyond them the engine and JavaScript do not agree on lower case. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
