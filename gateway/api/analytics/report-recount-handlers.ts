/** Reports that are counted again from exported events. */
import { reportRecountsApi } from 'contract/analytics/report-recounts';
import * as limits from 'contract/limits';
import { excludeAudiences } from '../../events/query/filter';
import { eventRules } from '../../reports/funnel/event-rules';
import { serve } from '../http/handler';
import { queriedArtifacts } from '../../reports/analytics/aggregate-query';
import { queryDays, rangeOf } from '../../reports/analytics/time-range';
import { verifyReport } from '../../reports/analytics/report-verification';

export const reportRecountEndpoints = serve(reportRecountsApi, {
  async recountReport({ parts, owner, query }) {
    let { aggregationDaysDefault: days, aggregationDaysMax: daysMax } = limits;
    let range = rangeOf(queryDays(query), parts.clock(), { days, daysMax });
    let { rollup, time_zone: timeZone, week_start: weekStart } = query;
    let { reports, steps } = parts.recounting;
    let work = async () => {
      let [artifacts, rules] = await Promise.all([
        queriedArtifacts(parts.records, owner.id, query),
        eventRules(parts, owner.id, query, true),
      ]);
      for (let one of excludeAudiences(query.exclude_audience)) rules.filters.push(one);
      let step = <T>(ask: () => Promise<T>) => steps.goOn(owner.id, ask);
      return verifyReport(parts.events, step, { artifacts, rules, range, rollup, timeZone, weekStart });
    };
    return reports.take(owner.id, work);
  },
});
