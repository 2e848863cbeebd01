/** The numbers of an overview: of all packages and pixels, or of one. */
import { timeBuckets } from '../../charts/date-buckets.server';
import type { DrillDown } from '../../charts/drill-down.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import {
  createAggregateQuery,
  createUnfilteredQuery,
  type ReportPeriod,
  type Selection,
} from './aggregate-query.server';
import { companyRowsMax, type CompanyTableData, companyTable } from './company-table.server';
import { queryPreviousPeriod } from './previous-period.server';
import { registryLine } from './registry-line.server';
import { noReleases, releasesOf } from './release-flags.server';
import { queryPeriod, type ReportFigures, reportFigures } from './report-summary.server';
import type { ReportTables } from './report-tables.server';
import { readSpikes, type SpikeReport, withSpikeFlags } from './spikes.server';
import { type DrawnLine, withOtherMeasures } from './total-cards.server';

const companiesMax = 10;

export interface OverviewData extends ReportFigures {
  /** Null where they are not looked for. */
  spikes: SpikeReport | null;
  companies: CompanyTableData | undefined;
  /** False without events, and counts of a registry, in this range and the previous one. */
  hasEvents: boolean;
}

/** `isShared`: with members of a package alone, who see no spikes. */
export async function overviewData(
  call: Call,
  owner: string,
  period: ReportPeriod,
  {
    selection,
    links,
    tables,
    drawn,
    isShared = false,
  }: { selection: Selection; links: DrillDown; tables: ReportTables; drawn: DrawnLine; isShared?: boolean },
): Promise<OverviewData> {
  let ask = createAggregateQuery(call, owner, selection);
  let askAll = createUnfilteredQuery(call, owner, selection);
  let { time } = period;
  let buckets = timeBuckets(time, period.step, period);
  let [counted, before, companyRows, registry, releases, spikes] = await Promise.all([
    queryPeriod(ask, period, selection, askAll ?? ask),
    secondary(queryPreviousPeriod({ ask, askAll }, period), undefined),
    secondary(ask({ time, breakdown: 'by-company', firstDates: true, uniques: 'origins', limit: companyRowsMax })),
    secondary(registryLine(call, owner, selection, { ...period, buckets }), null),
    secondary(releasesOf(askAll ?? ask, selection, period, buckets), noReleases),
    isShared ? null : secondary(readSpikes(call, owner, selection, { ...period, links, tables, buckets }), null),
  ]);
  let flags = withSpikeFlags(releases.flags, spikes);
  let head = reportFigures({ ...counted, before, registry }, period, selection, { buckets, links, flags, drawn });
  return {
    ...head,
    cards: withOtherMeasures(head.cards, { spikes, registry }),
    spikes,
    companies:
      companyRows &&
      companyTable(companyRows, head.totals, companiesMax, {
        newFrom: period.previous?.spans.now.from,
        links,
        tables,
      }),
    hasEvents: counted.current.length + (counted.compared?.before.length ?? 0) > 0 || Boolean(registry?.series),
  };
}
