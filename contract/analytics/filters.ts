/**
 * Filters: which events count. A global filter applies to every count of an owner, an adhoc one
 * where a call names its id.
 */
import { z } from 'zod';
import { FunnelStage } from './funnel-stages';
import { Importance, schemaOf } from '../rules/fields';
import { confidenceLevels, eventTextKeys, takesNoValues, textOperators } from './filter-keys';
import { recordOf } from '../floor/keys-of';
import { filterValueOrNone } from '../rules/analytics-rules';
import * as limits from '../floor/limits';
import { ours, pageOf, PageQuery, route } from '../rules/route';

const filterValuesMax = 50;
/** Variables that one filter can look at. */
const filterVariablesMax = 20;

export const FilterScope = z.enum(['adhoc', 'global']);
export type FilterScope = z.infer<typeof FilterScope>;

export const TextOperator = z.enum(textOperators);
export type TextOperator = z.infer<typeof TextOperator>;

/** Whether an operator compares whole texts: among its values the empty text is an unknown one. */
function comparesWhole(op: TextOperator): boolean {
  return op === 'equals' || op === 'not-equals';
}

/**
 * A condition on a text. With several values one must match; with a `not` operator, none may. Only
 * the letters A to Z ignore case. Among several values, an empty one of `equals` and `not-equals`
 * is the unknown text.
 */
export const TextCondition = z
  .object({
    op: TextOperator,
    values: z.array(schemaOf(filterValueOrNone)).max(filterValuesMax).default([]),
  })
  .refine(
    ({ op, values }) =>
      takesNoValues(op)
        ? values.length === 0
        : comparesWhole(op)
          ? values.some((value) => value !== '')
          : values.length > 0 && values.every((value) => value !== ''),
    { message: 'filter-value-is-required', path: ['values'] },
  );
export type TextCondition = z.output<typeof TextCondition>;

const BooleanCondition = z.object({ value: z.boolean() });

/** `__proto__` would be lost on the way through JSON, and its condition with it. */
const VariableName = z
  .string()
  .min(1)
  .max(limits.variableNameMax)
  .refine((name) => name !== '__proto__');

/** Conditions on variables by their names. A variable that an event does not have is empty. */
const VariableConditions = z
  .record(VariableName, TextCondition)
  .refine((all) => Object.keys(all).length <= filterVariablesMax, 'request-not-valid');

/** One of some values; with `or`, these as well. */
function oneOf<const T extends [string, ...string[]]>(values: z.ZodEnum<T>) {
  return z.object({ op: values, or: z.array(values).max(values.options.length).optional() });
}

/** How sure the match of a company is; the thresholds are in `limits`. */
export const ConfidenceLevel = z.enum(confidenceLevels);
export type ConfidenceLevel = z.infer<typeof ConfidenceLevel>;

const textConditions = recordOf(eventTextKeys.map((key) => [key, TextCondition.optional()]));

const conditions = {
  ...textConditions,
  company_confidence: z.object({ op: ConfidenceLevel }).optional(),
  request_is_bot: BooleanCondition.optional(),
  request_do_not_track: BooleanCondition.optional(),
  /**
   * Technologies the company uses, according to the owner's data provider: one has to match; with a
   * `not`, none may.
   */
  company_techstack: TextCondition.optional(),
  /** Funnel stage of the company today. */
  company_funnelstage: oneOf(FunnelStage).optional(),
  artifact_importance: oneOf(Importance).optional(),
  /** Captured path variables and query parameters. */
  request_variables: VariableConditions.optional(),
};

export const FilterConditions = z.object(conditions);
export type FilterConditions = z.output<typeof FilterConditions>;

/** Connections to other systems; there are none here, so the list is always empty. */
const NoConnections = z.array(z.string()).max(0).default([]);

/** An unknown condition is refused: counting without it would give a wrong number. */
export const SaveFilter = z
  .object({
    name: z.string().trim().max(limits.filterNameMax, 'field-is-too-long').default(''),
    crm_connections: NoConnections,
    ...conditions,
  })
  .strict()
  .refine((given) => Object.keys(conditions).some((key) => key in given), 'filter-is-empty');

export const Filter = z.object({
  id: z.string(),
  owner: z.string(),
  scope: FilterScope,
  /** May be empty: a filter for one report, which is not listed. */
  name: ours(z.string(), ''),
  crm_connections: ours(z.array(z.string()), []),
  ...conditions,
  created_at: ours(z.string().datetime().nullable(), null),
  updated_at: ours(z.string().datetime().nullable(), null),
});
export type Filter = z.infer<typeof Filter>;

const OwnerParams = z.object({ owner: z.string() });
const FilterParams = OwnerParams.extend({ filter_id: z.string() });
const filters = { tag: 'Filters' } as const;
const saveErrors = [
  'filter-is-empty',
  'filter-value-is-required',
  'filter-already-exists',
  'field-is-too-long',
] as const;

/**
 * The last 30 days (UTC), today included; `total` are the events that a report without the filter
 * counts.
 */
export const FilterMatches = z.object({ matched: z.number().int(), total: z.number().int() });
export type FilterMatches = z.infer<typeof FilterMatches>;

export const filtersApi = {
  getFilters: route({
    ...filters,
    id: 'getFilters',
    method: 'GET',
    path: '/v2/insights/{owner}/filters',
    summary: 'List filters, oldest first; saved_only excludes unnamed ones',
    access: 'read',
    params: OwnerParams,
    query: PageQuery.extend({ scope: FilterScope.optional(), saved_only: z.enum(['true', 'false']).default('false') }),
    answer: pageOf(Filter),
    errors: ['owner-not-found'],
  }),

  createFilter: route({
    ...filters,
    id: 'createFilter',
    method: 'POST',
    path: '/v2/insights/{owner}/filters',
    summary: 'Create a filter; a global one applies immediately',
    access: 'write',
    params: OwnerParams,
    query: z.object({ scope: FilterScope.default('adhoc') }),
    body: SaveFilter,
    status: 201,
    answer: Filter,
    errors: ['owner-not-found', 'too-many-filters', ...saveErrors],
  }),

  countFilterMatches: route({
    ...filters,
    id: 'countFilterMatches',
    method: 'POST',
    path: '/v2/insights/{owner}/filters/matches',
    summary: 'Preview how many events of the last 30 days a filter matches',
    access: 'read',
    countsEvents: true,
    params: OwnerParams,
    body: SaveFilter,
    answer: FilterMatches,
    errors: ['owner-not-found', 'filter-is-empty', 'filter-value-is-required', 'field-is-too-long'],
  }),

  getFilter: route({
    ...filters,
    id: 'getFilter',
    method: 'GET',
    path: '/v2/insights/{owner}/filters/{filter_id}',
    summary: 'Get a filter',
    access: 'read',
    params: FilterParams,
    answer: Filter,
    errors: ['filter-not-found'],
  }),

  updateFilter: route({
    ...filters,
    id: 'updateFilter',
    method: 'PUT',
    path: '/v2/insights/{owner}/filters/{filter_id}',
    summary: 'Update a filter',
    access: 'write',
    params: FilterParams,
    body: SaveFilter,
    answer: Filter,
    errors: ['filter-not-found', ...saveErrors],
  }),

  deleteFilter: route({
    ...filters,
    id: 'deleteFilter',
    method: 'DELETE',
    path: '/v2/insights/{owner}/filters/{filter_id}',
    summary: 'Delete a filter',
    access: 'write',
    params: FilterParams,
    errors: ['filter-not-found'],
  }),
};
