/** Filters for the filters page and for the bar above a report. */
import { filtersApi, type Filter, FilterConditions } from 'contract/analytics/filters';
import { readWhere } from 'contract/analytics/where';
import { env } from '../../config/env.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import type { SharedReportQuery } from '../../links/query-parameters';
import { paths, settingsOf } from '../../links/paths';
import { serverPaths } from '../../links/paths.server';
import { mayChange, shownRole } from '../../session/roles.server';
import type { SignedIn } from '../../session/guards.server';
import type { Chip } from '../../ui/chips';
import type { ConditionTarget } from './condition-form';
import { type AboutChip, asFilter, type ShownConditions, shownConditions } from './conditions.server';
import { conditionTexts } from './filter-labels';

export interface FilterLine {
  id: string;
  name: string;
  words: string[];
  /** URL of the report with this filter. */
  report: string;
}

export interface FiltersData {
  owner: string;
  mayChange: boolean;
  botsFiltered: boolean;
  /** Excluded user agents, with filter ids. */
  agents: { id: string; text: string }[];
  others: FilterLine[];
  saved: FilterLine[];
}

export async function readFilters(call: Call, owner: string, mayChange: boolean): Promise<FiltersData> {
  let all = await listFilters(call, owner);
  let globals = all.filter(({ scope }) => scope === 'global');
  let agents = globals.flatMap((filter) => {
    let text = agentOf(filter);
    return text === undefined ? [] : [{ id: filter.id, text }];
  });
  return {
    owner,
    mayChange,
    botsFiltered: globals.some(isBotFilter),
    agents,
    others: globals.filter((one) => !isBotFilter(one) && agentOf(one) === undefined).map((one) => lineOf(owner, one)),
    saved: all.filter(({ scope, name }) => scope === 'adhoc' && name !== '').map((one) => lineOf(owner, one)),
  };
}

/** Oldest first. */
export async function listFilters(call: Call, owner: string): Promise<Filter[]> {
  return (await call(filtersApi.getFilters, { params: { owner }, query: { per_page: 'max' } })).results;
}

/** The filter behind the switch for suspected bots. */
export function isBotFilter(filter: Filter): boolean {
  return filter.scope === 'global' && hasOnly(filter, 'request_is_bot') && filter.request_is_bot?.value === false;
}

/** Undefined if the filter is not an excluded user agent. */
function agentOf(filter: Filter): string | undefined {
  if (!hasOnly(filter, 'request_user_agent')) return undefined;
  let { op, values } = filter.request_user_agent ?? { op: 'contains', values: [] };
  return op === 'does-not-contain' && values.length === 1 ? values[0] : undefined;
}

function hasOnly(filter: Filter, key: keyof FilterConditions): boolean {
  return Object.keys(FilterConditions.parse(filter)).join() === key;
}

function lineOf(owner: string, filter: Filter): FilterLine {
  let { id, name } = filter;
  return { id, name, words: conditionTexts(filter), report: paths.analytics(owner, { filter_id: id }) };
}

export interface ActiveFilters {
  globals: number;
  /**
   * One chip per saved filter and one for all events; empty without saved filters. Without the flag
   * only the current filter.
   */
  chips: Chip[];
  /** The URL names a filter that does not exist. */
  isUnknown: boolean;
  /** URL without a filter. */
  without: string;
  /** Filters page; null without the flag. */
  settings: string | null;
  conditions: ShownConditions;
  /** Form that adds a condition. */
  add: ConditionTarget;
  /** For page titles: `, Platform is Linux`. */
  words: string;
  /**
   * Form that saves the conditions as a filter; null without permission, or if they cannot be
   * saved.
   */
  save: { action: string; name: string; fields: { where: string[]; filter_id: string; next: string } } | null;
}

/**
 * From the report's URL; `to` returns it with other conditions. `isShared`: members of a package alone
 * have no filters of its owner. Throws API errors.
 */
export async function readActiveFilters(
  signedIn: SignedIn & { owner: string },
  query: URLSearchParams,
  to: (change: Pick<SharedReportQuery, 'filter_id' | 'where'>) => string,
  {
    about = null,
    isShared = false,
    packageId = '',
  }: { about?: AboutChip | null; isShared?: boolean; packageId?: string } = {},
): Promise<ActiveFilters> {
  let { call, session, owner } = signedIn;
  let filterId = query.get('filter_id') ?? '';
  let given = query.getAll('where');
  let where = readWhere(given).texts;
  let known = isShared ? [] : await secondary(listFilters(call, owner), null);
  let results = known ?? [];
  let adhoc = results.filter(({ scope }) => scope === 'adhoc');
  let showFilteringUi = env.flags.showFilteringUi && !isShared;
  let saved = adhoc.filter(({ id, name }) => name !== '' && (showFilteringUi || id === filterId));
  let chips = saved.map(({ id, name }) => ({ label: name, to: to({ filter_id: id }), on: id === filterId }));
  let found = results.find(({ id }) => id === filterId);
  let filter = showFilteringUi && where.length > 0 ? asFilter(where, found) : null;
  if (filter && !mayChange(await shownRole(signedIn, owner))) filter = null;
  let fields = { where, filter_id: filterId, next: to({ where: [] }) };
  let conditions = shownConditions(given, (texts) => to({ where: texts }), about);
  let narrowed = [found?.name ?? '', ...conditions.chips.map(({ label }) => label)];
  return {
    globals: results.length - adhoc.length,
    chips: saved.length === 0 ? [] : [{ label: 'All events', to: to({ filter_id: '' }), on: !filterId }, ...chips],
    isUnknown: known !== null && filterId !== '' && !found,
    without: to({ filter_id: '' }),
    settings: showFilteringUi ? paths.settings(settingsOf(owner, session.username), 'filters') : null,
    conditions,
    add: { action: serverPaths.addCondition(owner), kept: { next: to({ where: given }), package: packageId } },
    words: wordsOf(narrowed.filter((words) => words && words !== about?.label)),
    save: filter && { action: paths.filterOfConditions(owner), name: filter.name, fields },
  };
}

const saidMax = 2;

function wordsOf(said: readonly string[]): string {
  let left = said.length - saidMax;
  return [...said.slice(0, saidMax), ...(left > 0 ? [`${left} more`] : [])].map((words) => `, ${words}`).join('');
}
