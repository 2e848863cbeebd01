/**
 * Verifies the numbers of a report with the loops of `npm run verify`, from the lines of an export.
 * Each step waits in the queue of all queries, and yields to other work every few events.
 */
import { setImmediate as others } from 'node:timers/promises';
import {
  isByVisitor,
  type AggregationRow,
  type Breakdown,
  type EventBreakdown,
  type Rollup,
} from 'contract/analytics/aggregations';
import type { VerifiedFigure, ReportDifference, ReportVerification, Sums } from 'contract/analytics/report-recounts';
import { time } from 'contract/floor/time';
import { beginningOf, dayIn, type WeekStart } from 'contract/floor/time-zone';
import {
  createExpectedCounts,
  type ResponseRow,
  type Difference,
  type ExportedEvent,
  type VerificationQuery,
  type ExpectedCounts,
  type Uniques,
} from 'verification/count';
import { decisionDifferences } from 'verification/repeats';
import type { EventReader } from '../../events/shape/store';
import { exportedRows, type EventFile } from '../event-file';
import type { EventRules } from '../funnel/event-rules';
import { ApiError } from '../../floor/calls/api-error';
import { queuedParts, type RunInQueue } from '../../floor/calls/fair-queue';
import { recountJobEventsMax, recountJobMs, verifiedEventsMax, verificationMs } from '../../floor/calls/work-limits';
import { presentAggregate, type NamedArtifacts, visitorRowsMax } from './aggregate-query';
import type { TimeRange } from './time-range';

interface Report {
  artifacts: NamedArtifacts[];
  rules: EventRules;
  range: TimeRange;
  rollup: Rollup;
  timeZone: string;
  weekStart: WeekStart;
}

/** Without importance and funnel stage, which exported events do not have. */
const breakdowns: EventBreakdown[] = [
  'by-company',
  'by-version',
  'by-client',
  'by-platform',
  'by-country',
  'by-cloudprovider',
  'by-referer',
  'by-user-agent',
  'by-variable',
  'by-audience',
  'by-domain',
  'by-file-extension',
  'by-runtime',
  'by-installer',
  'by-arch',
  'by-libc',
  'by-ci-provider',
  'by-network',
  'by-fallback',
  'by-endpoint',
  'by-origin',
  'by-total-do-not-track',
];

/** Per figure. */
const differencesMax = 5;
/** Takes about a millisecond: each event is counted in a dozen figures. */
const eventsAtOnce = 25;

interface Figure extends Pick<VerifiedFigure, 'artifact_type' | 'breakdown' | 'rollup'> {
  recount: ExpectedCounts;
  /** Queries the figure as a report does. */
  ask(uniques: Uniques): Promise<AggregationRow[]>;
  shown: AggregationRow[];
  /** The same without unique users, which other summaries answer. */
  totals: AggregationRow[];
}

export interface VerificationRun {
  /** No request waits for the answer. */
  inBackground: boolean;
  /** Called with the share that is counted; what it throws ends the work. */
  progress: (done: number) => void;
}

/** Throws too-much-to-recount. `step` runs work when the queue admits it. */
export async function verifyReport(
  events: EventReader,
  step: RunInQueue,
  report: Report,
  { inBackground, progress }: VerificationRun = { inBackground: false, progress: () => undefined },
): Promise<ReportVerification> {
  let most = inBackground ? recountJobEventsMax : verifiedEventsMax;
  let artifacts = report.artifacts.filter(({ names }) => names.size > 0);
  let figures = artifacts.flatMap((one) => figuresOf(events, report, one));
  let totals = figures.filter(isTotal);
  for (let figure of totals) figure.shown = await step(() => figure.ask('all'));
  let expected = sum(totals.flatMap(({ shown }) => shown));
  if (expected > most) throw new ApiError('too-much-to-recount');
  for (let figure of figures) {
    progress(0);
    let known = isTotal(figure) ? figure.shown : figure.ask('all');
    [figure.shown, figure.totals] = await step(() => Promise.all([known, figure.ask('none')]));
  }
  // The number of questions is fixed; that of events is not.
  let until = performance.now() + (inBackground ? recountJobMs : verificationMs);
  let read = 0;
  for (let one of artifacts) {
    let own = figures.filter(({ artifact_type }) => artifact_type === one.type);
    for await (let rows of queuedParts(exportedRows(events, fileOf(report, one)), step)) {
      read += rows.length;
      if (read > most || performance.now() > until) throw new ApiError('too-much-to-recount');
      progress(read / Math.max(1, expected));
      await countAll(rows, own);
    }
  }
  return {
    events: read,
    decisions: await verifyDecisions(events, step, report, 2 * most),
    figures: figures.map(comparedFigure),
  };
}

/** Ignores filters: a hidden event can be what makes another one a repeat. */
async function verifyDecisions(events: EventReader, step: RunInQueue, { artifacts, range }: Report, most: number) {
  let requests: ExportedEvent[] = [];
  for (let { type, names } of artifacts) {
    if (names.size === 0) continue;
    let file = { sources: [{ artifactType: type, names }], ...range, raw: true, withUntracked: true };
    for await (let rows of queuedParts(exportedRows(events, file), step)) {
      for (let row of rows) requests.push(row);
      // Few counted events can have many repeats.
      if (requests.length > most) throw new ApiError('too-much-to-recount');
    }
  }
  let wrong = decisionDifferences(requests, range.from);
  let differences = wrong.slice(0, differencesMax).map(({ id, stored }) => ({ id, counted: stored }));
  return { requests: requests.length, differing: wrong.length, differences };
}

function isTotal({ breakdown, rollup }: Pick<Figure, 'breakdown' | 'rollup'>): boolean {
  return rollup === 'total' && breakdown.startsWith('by-total');
}

function figuresOf(events: EventReader, report: Report, { type, names }: NamedArtifacts): Figure[] {
  let { rules, range, rollup, timeZone, weekStart } = report;
  let figure = (breakdown: EventBreakdown, over: Rollup): Figure => {
    let includeLowConfidence = breakdown !== 'by-company';
    let limit = isByVisitor(breakdown) ? visitorRowsMax : undefined;
    let query = { rollup: over, breakdowns: [breakdown], groupByArtifact: false, includeLowConfidence, limit };
    let asked = {
      artifactType: type,
      artifactIds: [...names.keys()],
      ...range,
      timeZone,
      weekStart,
      ...query,
      ...rules,
    };
    let question: VerificationQuery = {
      start_date: dayOrTime(timeZone, range.from),
      end_date: dayOrTime(timeZone, range.until),
      time_zone: timeZone,
      week_start: weekStart,
      rollup: over,
      breakdowns: [breakdown],
      of: type === 'package' ? 'packages' : 'pixels',
      group_by_artifact: false,
      include_low_confidence: includeLowConfidence,
      limit,
    };
    return {
      artifact_type: type,
      breakdown,
      rollup: over,
      recount: createExpectedCounts(question),
      ask: async (uniques) =>
        (await events.aggregate({ ...asked, uniques })).map((row) => presentAggregate(row, type, names)),
      shown: [],
      totals: [],
    };
  };
  return [
    figure('by-total', 'total'),
    figure('by-total', rollup),
    ...breakdowns.map((breakdown) => figure(breakdown, 'total')),
  ];
}

function dayOrTime(zone: string, moment: number): string {
  let day = dayIn(zone, moment);
  return beginningOf(zone, day) === moment ? day : time(moment);
}

/** The events that `npm run verify` exports, including untracked ones. */
function fileOf({ rules, range }: Report, { type, names }: NamedArtifacts): EventFile {
  return {
    sources: [{ artifactType: type, names }],
    ...range,
    ...rules,
    includeLowConfidence: true,
    withUntracked: true,
  };
}

async function countAll(rows: readonly ExportedEvent[], figures: readonly Figure[]): Promise<void> {
  for (let at = 0; at < rows.length; at += eventsAtOnce) {
    for (let row of rows.slice(at, at + eventsAtOnce)) for (let { recount } of figures) recount.add(row);
    await others();
  }
}

function comparedFigure({ artifact_type, breakdown, rollup, recount, ...answers }: Figure): VerifiedFigure {
  let { shown, totals } = answers;
  let differencesOf = (rows: AggregationRow[], uniques?: Uniques) =>
    recount.differences(rows as ResponseRow[], uniques);
  let differences = differencesOf(shown);
  if (differences.length === 0) {
    differences = differencesOf(totals, 'none');
    if (differences.length > 0) shown = totals;
  }
  let isAlone = breakdown === 'by-total' && rollup === 'total';
  return {
    artifact_type,
    breakdown,
    rollup,
    shown: sumsOf(shown, isAlone),
    counted: sumsOf(highest(recount.rows() as AggregationRow[], breakdown), isAlone),
    differing: differences.length,
    differences: differences.slice(0, differencesMax).map(asText),
  };
}

/** Reports limit rows by visitor. */
function highest(rows: AggregationRow[], breakdown: Breakdown): AggregationRow[] {
  if (!isByVisitor(breakdown)) return rows;
  return rows.toSorted((a, b) => b.total - a.total).slice(0, visitorRowsMax);
}

function sumsOf(rows: readonly AggregationRow[], isAlone: boolean): Sums {
  let all = { rows: rows.length, total: sum(rows) };
  if (!isAlone) return all;
  let { unique_origins = 0, unique_endpoints = 0, unique_by_period } = rows[0] ?? {};
  return { ...all, unique_origins, unique_endpoints, ...(unique_by_period && { unique_by_period }) };
}

function sum(rows: readonly Pick<AggregationRow, 'total'>[]): number {
  return rows.reduce((all, { total }) => all + total, 0);
}

function asText({ row, field, answered, counted }: Difference): ReportDifference {
  let text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return {
    row: Object.fromEntries(Object.entries(row).map(([name, value]) => [name, text(value)])),
    field,
    shown: answered === undefined ? null : text(answered),
    counted: counted === undefined ? null : text(counted),
  };
}
