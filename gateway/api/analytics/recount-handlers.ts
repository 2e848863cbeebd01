/** The numbers of a report, counted again from its events: at once, or in the background. */
import { recountJobsApi, reportVerificationApi, type RecountJob } from 'contract/analytics/report-recounts';
import { messageOf } from 'contract/rules/errors';
import { time } from 'contract/floor/time';
import { excludeAudiences } from '../../events/query/filter';
import type { OwnerRow } from '../../floor/db/account-schema';
import { eventRules } from '../../reports/funnel/event-rules';
import { queriedArtifacts } from '../../reports/analytics/aggregate-query';
import { verifyReport, type VerificationRun } from '../../reports/analytics/report-verification';
import type { KeptRecount } from '../../reports/analytics/recount-jobs';
import { queryEnds, rangeBounds, rangeOf } from '../../reports/analytics/time-range';
import { serve } from '../http/handler';
import type { Services } from '../http/services';
import type { ReportVerificationQuery } from 'contract/analytics/report-recounts';

export const reportRecountEndpoints = serve(reportVerificationApi, {
  async recountReport({ parts, owner, query }) {
    return parts.recounting.reports.take(owner.id, async () => (await recountOf(parts, owner, query))());
  },
});

export const recountJobEndpoints = serve(recountJobsApi, {
  async startRecount({ parts, owner, query }) {
    return present(parts.recounting.jobs.start(owner.id, await recountOf(parts, owner, query)));
  },

  async getRecount({ parts, owner, params }) {
    return present(parts.recounting.jobs.find(owner.id, params.recount_id));
  },
});

/** Refuses what cannot be counted before the work begins. */
async function recountOf(
  parts: Pick<Services, 'records' | 'events' | 'clock' | 'recounting'>,
  owner: OwnerRow,
  query: ReportVerificationQuery,
) {
  let range = rangeOf(queryEnds(query), parts.clock(), rangeBounds(query.rollup));
  let { rollup, time_zone: timeZone, week_start: weekStart } = query;
  let [artifacts, rules] = await Promise.all([
    queriedArtifacts(parts.records, owner.id, query),
    eventRules(parts, owner.id, query, true),
  ]);
  for (let one of excludeAudiences(query.exclude_audience)) rules.filters.push(one);
  let step = <T>(ask: () => Promise<T>) => parts.recounting.steps.goOn(owner.id, ask);
  let report = { artifacts, rules, range, rollup, timeZone, weekStart };
  return (run?: VerificationRun) => verifyReport(parts.events, step, report, run);
}

function present({ id, status, done, reason, result, createdAt }: KeptRecount): RecountJob {
  return { id, status, done, reason: reason && messageOf(reason), created_at: time(createdAt), result };
}
