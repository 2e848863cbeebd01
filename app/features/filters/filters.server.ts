/** The filters of an owner: for the filters page, and for the bar above a report. */
import { filtersApi, type Filter, FilterConditions } from 'contract/analytics/filters';
import { readWhere } from 'contract/analytics/where';
import { env } from '../../config/env.server';
import type { Call } from '../../gateway/gateway-client.server';
import { type KeptQuery, paths } from '../../links/paths';
import { mayChange, ownerRole } from '../../session/roles.server';
import type { SignedIn } from '../../session/guards.server';
import type { Chip } from '../../ui/chips';
import { filtersHome } from '../owner-paths';
import { type AboutChip, asFilter, type ShownConditions, shownConditions } from './conditions.server';
import { conditionTexts } from './filter-labels';

export interface FilterLine {
  id: string;
  name: string;
  words: string[];
  /** Address of the report under it. */
  report: string;
}

export interface FiltersData {
  owner: string;
  mayChange: boolean;
  /** Whether suspected bots are left out. */
  botsFiltered: boolean;
  /** User agents left out, each with the id of its filter. */
  agents: { id: string; text: string }[];
  /** Other global filters. */
  others: FilterLine[];
  saved: FilterLine[];
}

/** The data of the filters page. Throws errors of the gateway. */
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

/** All filters of an owner, oldest first. */
export async function listFilters(call: Call, owner: string): Promise<Filter[]> {
  return (await call(filtersApi.getFilters, { params: { owner }, query: { per_page: 'max' } })).results;
}

/** Whether this is the filter behind the switch for suspected bots. */
export function isBotFilter(filter: Filter): boolean {
  return filter.scope === 'global' && hasOnly(filter, 'request_is_bot') && filter.request_is_bot?.value === false;
}

/** The text of an excluded user agent; undefined for any other filter. */
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
  /** Number of global filters. */
  globals: number;
  /**
   * One for each saved filter and one for all events; empty without saved filters. Without the flag
   * only the current filter has one.
   */
  chips: Chip[];
  /** Whether the address names a filter that does not exist. */
  isUnknown: boolean;
  /** Address of the page without a filter. */
  without: string;
  /** Address of the filters page; null without the flag. */
  settings: string | null;
  conditions: ShownConditions;
  /** For a title: `, Platform is Linux`; empty without a filter and conditions. */
  words: string;
  /**
   * The form that saves them as a filter; null where they cannot be saved, or not by this person.
   */
  save: { action: string; name: string; fields: { where: string[]; filter_id: string; next: string } } | null;
}

/**
 * The filters and conditions of a report, from its address; `to` gives the address with others.
 * Throws errors of the gateway.
 */
export async function readActiveFilters(
  signedIn: SignedIn & { owner: string },
  query: URLSearchParams,
  to: (change: Pick<KeptQuery, 'filter_id' | 'where'>) => string,
  about: AboutChip | null = null,
): Promise<ActiveFilters> {
  let { call, session, owner } = signedIn;
  let filterId = query.get('filter_id') ?? '';
  let given = query.getAll('where');
  let where = readWhere(given).texts;
  let { results } = await call(filtersApi.getFilters, { params: { owner }, query: { per_page: 'max' } });
  let adhoc = results.filter(({ scope }) => scope === 'adhoc');
  let { showFilteringUi } = env.flags;
  let saved = adhoc.filter(({ id, name }) => name !== '' && (showFilteringUi || id === filterId));
  let chips = saved.map(({ id, name }) => ({ label: name, to: to({ filter_id: id }), on: id === filterId }));
  let found = results.find(({ id }) => id === filterId);
  let filter = showFilteringUi && where.length > 0 ? asFilter(where, found) : null;
  if (filter && !mayChange(await ownerRole(signedIn, owner))) filter = null;
  let fields = { where, filter_id: filterId, next: to({ where: [] }) };
  let conditions = shownConditions(given, (texts) => to({ where: texts }), about);
  let narrowed = [found?.name ?? '', ...conditions.chips.map(({ label }) => label)];
  return {
    globals: results.length - adhoc.length,
    chips: saved.length === 0 ? [] : [{ label: 'All events', to: to({ filter_id: '' }), on: !filterId }, ...chips],
    isUnknown: filterId !== '' && !found,
    without: to({ filter_id: '' }),
    settings: showFilteringUi ? filtersHome(owner, session.username) : null,
    conditions,
    words: wordsOf(narrowed.filter((words) => words && words !== about?.label)),
    save: filter && { action: paths.filterOfConditions(owner), name: filter.name, fields },
  };
}

const saidMax = 2;

function wordsOf(said: readonly string[]): string {
  let left = said.length - saidMax;
  return [...said.slice(0, saidMax), ...(left > 0 ? [`${left} more`] : [])].map((words) => `, ${words}`).join('');
}
