/** Event filters, in SQL and in memory with the same result. */
import { columnOf, eventFields, filterFields, type Event, type FieldFilterKey } from 'contract/event-fields';
import { eventTextKeys, type EventTextKey, takesNoValues } from 'contract/analytics/filter-keys';
import type { ConfidenceLevel, TextCondition, TextOperator } from 'contract/analytics/filters';
import * as limits from 'contract/floor/limits';
import { anyCase, type MatchPlace } from 'contract/floor/any-case';
import { recordOf } from 'contract/floor/keys-of';
import { anyCaseParameter, anyCaseSql } from './any-case';
import type { Dialect } from './dialect';
import type { CompanySet, EventFilter } from '../shape/event-filter';
import { eventDimensions } from './dimensions';
import { hashText, hashTextSql } from './hash-text';
import { majorVersion, minorVersion } from './version';

interface Text {
  sql: string;
  /** What `sql` reads. */
  columns: readonly string[];
  of(event: Event): string;
}

const [companyName, companyDomain] = eventDimensions['by-company'];
const [cloudProvider] = eventDimensions['by-cloudprovider'];

const fieldTexts = recordOf(
  filterFields.map((name): [FieldFilterKey, Text] => {
    let column = columnOf(name);
    return [eventFields[name].filter, { sql: column, columns: [column], of: (event) => event[name] }];
  }),
);

const texts: Record<EventTextKey, Text> = {
  company_name: companyName!,
  company_domain: companyDomain!,
  company_cloud_provider: cloudProvider!,
  ...fieldTexts,
  request_version_minor: { ...minorVersion, of: ({ version }) => minorVersion.of(version) },
  request_version_major: { ...majorVersion, of: ({ version }) => majorVersion.of(version) },
  request_endpoint_id: {
    sql: hashTextSql('endpoint_id'),
    columns: ['endpoint_id'],
    of: ({ endpointId }) => hashText(endpointId),
  },
  request_origin_id: {
    sql: hashTextSql('origin_id'),
    columns: ['origin_id'],
    of: ({ originId }) => hashText(originId),
  },
};

/** The company of an event; empty if unknown or a hosting provider. */
const company: Text = {
  sql: `CASE WHEN connection_type = 'hosting' THEN '' WHEN company_domain = '' THEN company_name ELSE company_domain END`,
  columns: ['connection_type', 'company_domain', 'company_name'],
  of: (event) => (event.connectionType === 'hosting' ? '' : event.companyDomain || event.companyName),
};

const comparisons: Record<TextOperator, { placed: MatchPlace; not: boolean }> = {
  equals: { placed: 'equals', not: false },
  'not-equals': { placed: 'equals', not: true },
  contains: { placed: 'contains', not: false },
  'does-not-contain': { placed: 'contains', not: true },
  'starts-with': { placed: 'starts-with', not: false },
  'does-not-start-with': { placed: 'starts-with', not: true },
  'is-empty': { placed: 'equals', not: false },
  'is-not-empty': { placed: 'equals', not: true },
};

/** A match without a confidence has no level. */
const levels: Record<ConfidenceLevel, readonly [from: number, below: number]> = {
  low: [0, limits.lowConfidenceBelow],
  medium: [limits.lowConfidenceBelow, limits.highConfidenceFrom],
  high: [limits.highConfidenceFrom, 2],
};

export const confidentColumn = 'confidence';
/** Excludes matches of low confidence; one without a confidence is included. */
export const confidentSql = `(confidence IS NULL OR confidence >= ${limits.lowConfidenceBelow})`;

/** Whether filters admit only untracked events. */
export function wantsUntracked(filters: readonly EventFilter[] = []): boolean {
  return filters.some(({ request_do_not_track }) => request_do_not_track?.value);
}

export interface FilterSql {
  conditions: string[];
  parameters: string[];
  /** What the conditions read. */
  columns: string[];
}

/** Parameters are numbered from `first`. */
export function filterSql(dialect: Dialect, filters: readonly EventFilter[] = [], first: number): FilterSql {
  let parameters: string[] = [];
  let columns: string[] = [];
  let conditions = gathered(filters).flatMap((filter) => {
    let { company_confidence, request_is_bot, request_do_not_track } = filter;
    let all = eventTextKeys.flatMap((key) => {
      let condition = filter[key];
      if (!condition) return [];
      let from = first + parameters.length;
      for (let one of parametersOf(condition)) parameters.push(one);
      for (let column of texts[key].columns) columns.push(column);
      return [textSql(dialect, texts[key].sql, condition, from)];
    });
    for (let [name, condition] of Object.entries(filter.request_variables ?? {})) {
      let { sql, parameter } = variableSql(dialect, name, first + parameters.length);
      parameters.push(parameter);
      columns.push(columnOf('variables'));
      all.push(textSql(dialect, sql, condition, first + parameters.length));
      for (let one of parametersOf(condition)) parameters.push(one);
    }
    if (company_confidence) {
      columns.push(confidentColumn);
      all.push(levelSql(company_confidence.op));
    }
    if (filter.artifacts) {
      columns.push('artifact');
      parameters.push(JSON.stringify(filter.artifacts));
      let listed = dialect.listed(`$${first + parameters.length - 1}`);
      all.push(`artifact IN (SELECT artifacts.key FROM artifacts WHERE artifacts.id IN (${listed}))`);
    }
    for (let { keys, not } of filter.companies ?? []) {
      parameters.push(JSON.stringify(keys));
      for (let column of company.columns) columns.push(column);
      let listed = dialect.listed(`$${first + parameters.length - 1}`);
      all.push(`${company.sql} ${not ? 'NOT IN' : 'IN'} (${listed})`);
    }
    for (let [column, flag] of [
      ['is_bot', request_is_bot],
      ['do_not_track', request_do_not_track],
    ] as const)
      if (flag) {
        columns.push(column);
        all.push(flag.value ? column : `NOT ${column}`);
      }
    return all;
  });
  return { conditions, parameters, columns };
}

/**
 * Merges all excluded values of a field into one condition: the engine then reads each text once,
 * however many filters there are.
 */
function gathered(filters: readonly EventFilter[]): EventFilter[] {
  let first = new Map<string, string[]>();
  return filters.map((filter) => {
    let others = { ...filter };
    for (let key of eventTextKeys) {
      let condition = filter[key];
      if (!condition || !comparisons[condition.op].not || takesNoValues(condition.op)) continue;
      let name = `${key} ${condition.op}`;
      let known = first.get(name);
      for (let one of condition.values) known?.push(one);
      if (known) delete others[key];
      else {
        let values = [...condition.values];
        others[key] = { ...condition, values };
        first.set(name, values);
      }
    }
    return others;
  });
}

function textSql(dialect: Dialect, column: string, condition: TextCondition, first: number): string {
  let { placed, not } = comparisons[condition.op];
  return `${not ? 'NOT ' : ''}${anyCaseSql(dialect, { column, placed, values: valuesOf(condition), first })}`;
}

function levelSql(level: ConfidenceLevel): string {
  let [from, below] = levels[level];
  return `confidence >= ${from} AND confidence < ${below}`;
}

export function excludeAudiences(excluded: readonly string[] = []): EventFilter[] {
  return excluded.length === 0 ? [] : [{ request_audience: { op: 'not-equals', values: [...excluded] } }];
}

export function passes(filters: readonly EventFilter[] = [], event: Event): boolean {
  return filters.every((filter) => {
    let { company_confidence, request_is_bot, request_do_not_track } = filter;
    return (
      eventTextKeys.every((key) => meets(filter[key], texts[key].of(event))) &&
      Object.entries(filter.request_variables ?? {}).every(([name, one]) => meets(one, variableOf(event, name))) &&
      (filter.artifacts?.includes(event.artifactId) ?? true) &&
      (filter.companies ?? []).every(({ keys, not }) => keys.includes(company.of(event)) !== not) &&
      (!company_confidence || isWithin(levels[company_confidence.op], event.confidence)) &&
      (!request_is_bot || event.isBot === request_is_bot.value) &&
      (!request_do_not_track || event.doNotTrack === request_do_not_track.value)
    );
  });
}

const matchers = new WeakMap<TextCondition, (text: string) => boolean>();

/** Compiled once per condition. */
function matcherOf(condition: TextCondition): (text: string) => boolean {
  let matcher = matchers.get(condition);
  if (!matcher) matchers.set(condition, (matcher = anyCase(comparisons[condition.op].placed, valuesOf(condition))));
  return matcher;
}

function meets(condition: TextCondition | undefined, text: string): boolean {
  return !condition || matcherOf(condition)(text) !== comparisons[condition.op].not;
}

/** Companies whose texts meet a condition. */
export function companiesMeeting(
  condition: TextCondition,
  textsOf: ReadonlyMap<string, readonly string[]>,
): CompanySet {
  let { not } = comparisons[condition.op];
  let isAsked = takesNoValues(condition.op) ? () => true : matcherOf(condition);
  let keys = [...textsOf].filter(([, texts]) => texts.some(isAsked)).map(([key]) => key);
  return { keys, not: condition.op === 'is-empty' || (not && condition.op !== 'is-not-empty') };
}

function isWithin([from, below]: readonly [number, number], confidence: number | null): boolean {
  return confidence !== null && confidence >= from && confidence < below;
}

function valuesOf({ op, values }: TextCondition): readonly string[] {
  return op === 'is-empty' || op === 'is-not-empty' ? [''] : values;
}

function parametersOf(condition: TextCondition): string[] {
  let { placed } = comparisons[condition.op];
  return valuesOf(condition).map((value) => anyCaseParameter(placed, value));
}

/** Empty if the event does not have it; `at` is the number of its parameter. */
function variableSql(
  { hasVariables, variable, variableParameter }: Dialect,
  name: string,
  at: number,
): { sql: string; parameter: string } {
  let value = `coalesce(${variable(`$${at}`)}, '')`;
  return { sql: `CASE WHEN ${hasVariables} THEN ${value} ELSE '' END`, parameter: variableParameter(name) };
}

function variableOf({ variables }: Pick<Event, 'variables'>, name: string): string {
  return Object.hasOwn(variables, name) ? variables[name]! : '';
}
