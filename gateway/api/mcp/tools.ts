/** The tools of assistants: each asks the management API, with the token of the assistant. */
import { aggregationsApi, type AggregationRow } from 'contract/analytics/aggregations';
import { type AssistantTool, assistantTools, type ToolInput } from 'contract/api/assistant-tools';
import { companiesApi, type Company } from 'contract/companies/companies';
import { leadsApi } from 'contract/companies/leads';
import { packagesApi } from 'contract/packages/packages';
import { searchApi } from 'contract/packages/search';
import { cleanText } from 'contract/floor/printable';
import { dayMs, dayOf } from 'contract/floor/time';
import { tokensApi } from 'contract/accounts/tokens';
import { z } from 'zod';
import { nextDay } from '../../reports/analytics/time-range';
import { inactiveDays } from '../../reports/funnel/funnel';
import { type ApiClient, ApiCallError } from './api-client';

/** Rows of an answer over time, so that an assistant can read it. */
const assistantRowsMax = 2_000;

type Tools = { [N in AssistantTool]: (ask: ApiClient, input: ToolInput<N>, now: number) => Promise<object> };

const tools: Tools = {
  async list_owners(ask, _, now) {
    let { username, owners } = await ask(tokensApi.getTokenHolder);
    return { token_of: username, owners, today: dayOf(now) };
  },

  async list_packages(ask, { owner, type, limit, page }) {
    let query = { per_page: limit, page, type };
    let { results, total } = await ask(packagesApi.getPackages, { params: { owner }, query });
    return { packages: results.map(({ _links, ...rest }) => rest), total };
  },

  async count_downloads(ask, { owner, packages, rollup, breakdown, limit, ...days }) {
    let wanted = { query: packages, rollup, breakdown_set: breakdown, limit };
    let query = { ...rangeOf(days), ...wanted, group_by_artifact: 'true' as const };
    let rows = await ask(aggregationsApi.exportEntityAggregations, { params: { owner }, query });
    let shown = rows.slice(0, assistantRowsMax);
    return { rows: shown.map(ofPackage), is_cut: valuesIn(rows) >= limit || rows.length > shown.length };
  },

  async list_versions(ask, { owner, package: name, limit, ...days }) {
    let wanted = { query: name, breakdown_set: 'by-version', limit };
    let query = { ...rangeOf(days), ...wanted, group_by_artifact: 'true' as const };
    let rows = await ask(aggregationsApi.exportEntityAggregations, { params: { owner }, query });
    return { versions: rows.map(ofPackage), is_cut: valuesIn(rows) >= limit };
  },

  async list_companies(ask, { owner, stage, moved_from, moved_until, limit, page, ...rest }) {
    // A company that has become inactive had its last event so long before.
    let start_date = rest.start_date ?? (moved_from && dayOf(Date.parse(moved_from) - inactiveDays * dayMs));
    let moved = { stage_from: moved_from, stage_until: moved_until };
    let query = { ...rest, start_date, ...moved, funnel_stage: stage, per_page: limit, page };
    let { results, total, stages } = await ask(companiesApi.getCompanies, { params: { owner }, query });
    return { companies: results.map(inShort), total, companies_by_stage: stages };
  },

  get_company: (ask, { owner, company }) => ask(companiesApi.getCompany, { params: { owner, domain: company } }),

  async list_leads(ask, { owner, stage, limit, page, ...rest }) {
    let query = { ...rest, funnel_stage: stage, per_page: limit, page };
    let { results, total } = await ask(leadsApi.getLeads, { params: { owner }, query });
    return { leads: results, total };
  },

  search: (ask, { owner, query }) =>
    ask(searchApi.search, { body: { query, context: { tag: 'organization', context: owner } } }),
};

/** A company of a list: get_company tells the rest. */
function inShort(one: Company): object {
  let { company, company_name, company_domain, company_country, funnel_stage, funnel_stage_since } = one;
  let { total_downloads, total_views, first_seen, last_seen } = one;
  let who = { company, company_name, company_domain, company_country };
  return { ...who, funnel_stage, funnel_stage_since, total_downloads, total_views, first_seen, last_seen };
}

/** The last day counts. */
function rangeOf({ start_date, end_date }: { start_date?: string | undefined; end_date?: string | undefined }) {
  return { start_date, until: end_date && nextDay(end_date) };
}

/** How many packages and values the rows cover, without counting days. */
function valuesIn(rows: readonly AggregationRow[]): number {
  let names = rows.map(({ date: _date, first_seen: _first, last_seen: _last, ...rest }) =>
    JSON.stringify(Object.values(rest).filter((value) => typeof value === 'string')),
  );
  return new Set(names).size;
}

/** A count without what says the same of every row. */
function ofPackage({ artifact_type: _type, artifact: _id, artifact_name, ...rest }: AggregationRow): object {
  return { package: artifact_name, ...rest };
}

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: object;
  isError: boolean;
}

/**
 * The result of a tool; undefined where there is none of that name. What went wrong is a result.
 */
export async function runTool(
  ask: ApiClient,
  name: string,
  given: unknown,
  now: number,
): Promise<ToolResult | undefined> {
  if (!isTool(name)) return undefined;
  let input = assistantTools[name].input.safeParse(given ?? {});
  if (!input.success) return failed(wordsOf(input.error));
  try {
    let run = tools[name] as (ask: ApiClient, input: unknown, now: number) => Promise<object>;
    let structuredContent = cleaned(await run(ask, input.data, now));
    return { content: textOf(JSON.stringify(structuredContent)), structuredContent, isError: false };
  } catch (error) {
    if (!(error instanceof ApiCallError)) throw error;
    let { code, message, field } = error.answer;
    return failed(`${message} (${code}${field ? `, ${field}` : ''})`);
  }
}

/** Values come from requests, and an assistant reads characters that people do not see. */
function cleaned(answer: object): object {
  return JSON.parse(
    JSON.stringify(answer, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value)),
  );
}

function isTool(name: string): name is AssistantTool {
  return Object.hasOwn(assistantTools, name);
}

function wordsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('; ');
}

function failed(text: string): ToolResult {
  return { content: textOf(text), isError: true };
}

function textOf(text: string): ToolResult['content'] {
  return [{ type: 'text', text }];
}
