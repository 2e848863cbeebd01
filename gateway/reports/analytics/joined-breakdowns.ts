/**
 * Breakdowns by values that events do not store: the importance of their artifact, and the funnel
 * stage of their company. Each value is a separate query, so that its unique counts are exact.
 */
import { isJoined, type Breakdown, type EventBreakdown, type JoinedBreakdown } from 'contract/analytics/aggregations';
import { FunnelStage } from 'contract/analytics/funnel-stages';
import { Importance } from 'contract/rules/fields';
import type { CompanySet } from '../../events/shape/event-filter';
import { compareRows, withinLimit } from '../../events/cache/incremental-aggregate';
import type { AggregateQuery, AggregateRow, EventReader } from '../../events/shape/store';
import { companiesByStage, type ReportServices, type StageContext } from '../funnel/event-rules';
import { artifactsWithImportance } from '../conditions/artifact-importance';

/** A value, and the events that have it. */
interface JoinedValue {
  field: string;
  value: string;
  artifactIds?: ReadonlySet<string>;
  companies?: CompanySet;
}

/** The values of each joined breakdown. */
export type Joins = JoinedValue[][];

/** Looks up the values of the joined breakdowns. */
export async function joinsFor(
  parts: ReportServices,
  ownerId: string,
  breakdowns: readonly Breakdown[],
  around: StageContext,
): Promise<Joins> {
  let find: Record<JoinedBreakdown, () => Promise<JoinedValue[]>> = {
    'by-importance': () => importances(parts, ownerId),
    'by-company-funnel-stage': () => stages(parts, ownerId, around),
  };
  return Promise.all(breakdowns.filter(isJoined).map((breakdown) => find[breakdown]()));
}

async function importances({ records }: ReportServices, ownerId: string): Promise<JoinedValue[]> {
  let { packages, pixels } = await artifactsWithImportance(records, ownerId);
  return Importance.options.map((value) => {
    let own = [...packages, ...pixels].filter(({ importance }) => importance === value);
    return { field: 'importance', value, artifactIds: new Set(own.map(({ id }) => id)) };
  });
}

async function stages(parts: ReportServices, ownerId: string, around: StageContext): Promise<JoinedValue[]> {
  let found = await companiesByStage(parts, ownerId, around);
  let part = (value: string, companies: CompanySet): JoinedValue => ({
    field: 'company_funnel_stage',
    value,
    companies,
  });
  return [
    ...FunnelStage.options.map((stage) => part(stage, { keys: found.get(stage) ?? [], not: false })),
    part('', { keys: [...found.values()].flat(), not: true }),
  ];
}

/** The breakdowns by stored values. */
export function eventBreakdowns(breakdowns: readonly Breakdown[]): EventBreakdown[] {
  let own = breakdowns.filter((breakdown): breakdown is EventBreakdown => !isJoined(breakdown));
  return own.length > 0 ? own : ['by-total'];
}

/** Runs the query once for each combination of joined values. */
export async function aggregateJoined(
  events: EventReader,
  question: AggregateQuery,
  joins: Joins,
): Promise<AggregateRow[]> {
  if (joins.length === 0) return events.aggregate(question);
  let rows = await Promise.all(combinations(joins).map((parts) => rowsWith(events, question, parts)));
  return withinLimit(question, rows.flat().sort(compareRows));
}

async function rowsWith(
  events: EventReader,
  question: AggregateQuery,
  parts: readonly JoinedValue[],
): Promise<AggregateRow[]> {
  let artifactIds = question.artifactIds.filter((id) => parts.every((part) => part.artifactIds?.has(id) ?? true));
  let companies = parts.flatMap((part) => part.companies ?? []);
  if (artifactIds.length === 0 || companies.some(({ keys, not }) => keys.length === 0 && !not)) return [];
  let filters = companies.length > 0 ? [...(question.filters ?? []), { companies }] : question.filters;
  let found = await events.aggregate({ ...question, artifactIds, filters });
  let values = Object.fromEntries(parts.map(({ field, value }) => [field, value]));
  return found.map((row) => ({ ...row, values: { ...row.values, ...values } }));
}

function combinations(joins: Joins): JoinedValue[][] {
  return joins.reduce<JoinedValue[][]>(
    (all, parts) => all.flatMap((some) => parts.map((part) => [...some, part])),
    [[]],
  );
}
