/** Filters of an owner: which events count. */
import { filtersApi, type Filter, FilterConditions, type FilterMatches } from 'contract/analytics/filters';
import { AggregationQuery } from 'contract/analytics/aggregations';
import { time } from 'contract/floor/time';
import type { Services } from '../http/services';
import { wantsUntracked } from '../../events/query/filter';
import { eventRules } from '../../reports/funnel/event-rules';
import {
  storedConditions,
  addFilter,
  removeFilter,
  filterById,
  filterPage,
  replaceFilter,
  type FilterFields,
} from '../../reports/conditions/filters';
import type { FilterRow } from '../../floor/db/schema';
import type { OwnerRow } from '../../floor/db/account-schema';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { queriedArtifacts, aggregateQueryOf } from '../../reports/analytics/aggregate-query';
import { rangeBounds, rangeOf } from '../../reports/analytics/time-range';

export const filterEndpoints = serve(filtersApi, {
  async getFilters({ parts, owner, query, url }) {
    let { scope, saved_only, ...window } = query;
    let page = await filterPage(parts.records, owner.id, { scope, savedOnly: saved_only === 'true' }, window);
    return presentPage(
      page,
      { query, url },
      (row) => row.id,
      (row) => presentFilter(row, owner),
    );
  },

  async createFilter({ parts: { records, clock }, owner, query, body }) {
    return presentFilter(
      await addFilter(records, { ownerId: owner.id, scope: query.scope }, fieldsOf(body), clock()),
      owner,
    );
  },

  async countFilterMatches({ parts, owner, body }) {
    return matchesOf(parts, owner.id, FilterConditions.parse(body));
  },

  async getFilter({ parts, owner, params }) {
    return presentFilter(await filterById(parts.records, owner.id, params.filter_id), owner);
  },

  async updateFilter({ parts: { records, clock }, owner, params, body }) {
    return presentFilter(
      await replaceFilter(records, { ownerId: owner.id, id: params.filter_id }, fieldsOf(body), clock()),
      owner,
    );
  },

  async deleteFilter({ parts, owner, params }) {
    await removeFilter(parts.records, owner.id, params.filter_id);
    return undefined;
  },
});

const everything = AggregationQuery.parse({ package_id: 'all', tracking_pixel_id: 'all' });

/**
 * Global filters apply to both numbers. Events that must not be tracked are counted among their
 * own.
 */
async function matchesOf(parts: Services, ownerId: string, conditions: FilterConditions): Promise<FilterMatches> {
  let range = rangeOf({ start: undefined, end: undefined }, parts.clock(), rangeBounds('total'));
  let artifacts = (await queriedArtifacts(parts.records, ownerId, everything)).filter(({ names }) => names.size > 0);
  let all: FilterConditions = wantsUntracked([conditions]) ? { request_do_not_track: { value: true } } : {};
  let count = async (where: FilterConditions): Promise<number> => {
    let rules = await eventRules(parts, ownerId, { where });
    let rows = await Promise.all(
      artifacts.map(({ type, names }) =>
        parts.events.aggregate(aggregateQueryOf({ artifactType: type, names }, everything, range, rules)),
      ),
    );
    return rows.flat().reduce((sum, { total }) => sum + total, 0);
  };
  let [matched, total] = await Promise.all([count(conditions), count(all)]);
  return { matched, total };
}

/** Keys in the order of the contract, so that equal filters are stored equally. */
function fieldsOf(body: { name: string } & FilterConditions): FilterFields {
  return { name: body.name, conditions: FilterConditions.parse(body) };
}

function presentFilter(row: FilterRow, owner: OwnerRow): Filter {
  return {
    id: row.id,
    owner: owner.name,
    scope: row.scope,
    name: row.name,
    crm_connections: [],
    ...storedConditions(row),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}
