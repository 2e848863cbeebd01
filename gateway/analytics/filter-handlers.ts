/** Filters of an owner: which events count. */
import * as filters from 'contract/filters';
import { type Filter, FilterConditions } from 'contract/filters';
import { time } from 'contract/time';
import {
  conditionsOf,
  createFilter,
  deleteFilter,
  filterById,
  filtersOf,
  updateFilter,
  type FilterFields,
} from './filters';
import type { FilterTable } from '../db/schema';
import type { OwnerTable } from '../db/account-schema';
import { serve } from '../http/handler';
import { presentPage } from '../http/pages';

export const filterEndpoints = serve(filters, {
  async getFilters({ parts, owner, query, url }) {
    let { scope, saved_only, ...window } = query;
    let page = await filtersOf(parts.records, owner.id, { scope, savedOnly: saved_only === 'true' }, window);
    return presentPage(
      page,
      { query, url },
      (row) => row.id,
      (row) => presentFilter(row, owner),
    );
  },

  async createFilter({ parts: { records, clock }, owner, query, body }) {
    return presentFilter(
      await createFilter(records, { ownerId: owner.id, scope: query.scope }, fieldsOf(body), clock()),
      owner,
    );
  },

  async getFilter({ parts, owner, params }) {
    return presentFilter(await filterById(parts.records, owner.id, params.filter_id), owner);
  },

  async updateFilter({ parts: { records, clock }, owner, params, body }) {
    return presentFilter(
      await updateFilter(records, { ownerId: owner.id, id: params.filter_id }, fieldsOf(body), clock()),
      owner,
    );
  },

  async deleteFilter({ parts, owner, params }) {
    await deleteFilter(parts.records, owner.id, params.filter_id);
    return undefined;
  },
});

/** Keys in the order of the contract, so that equal filters are stored equally. */
function fieldsOf(body: { name: string } & FilterConditions): FilterFields {
  return { name: body.name, conditions: FilterConditions.parse(body) };
}

function presentFilter(row: FilterTable, owner: OwnerTable): Filter {
  return {
    id: row.id,
    owner: owner.name,
    scope: row.scope,
    name: row.name,
    crm_connections: [],
    ...conditionsOf(row),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}
