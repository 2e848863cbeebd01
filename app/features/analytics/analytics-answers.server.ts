/** What the analytics page asks: all its counts, each of which can fail alone. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { recordOf } from 'contract/floor/keys-of';
import { env } from '../../config/env.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import type { DrillDown } from '../../charts/drill-down.server';
import {
  type ArtifactKind,
  createAggregateQuery,
  createUnfilteredQuery,
  listedKind,
  type ReportPeriod,
  type RunAggregateQuery,
  type Selection,
} from './aggregate-query.server';
import { companyRowsMax } from './company-table.server';
import { queryPreviousPeriod } from './previous-period.server';
import { askTab } from './report-lists.server';
import { type ReportChoice, type ReportList, reportLists } from './report-params.server';
import { type CountedPeriod, queryPeriod } from './report-summary.server';
import type { ReportTables } from './report-tables.server';
import { barsMax } from './row-totals.server';
import { type VariablesData, variablesData } from './variables.server';
import { askVersions, type VersionRows } from './versions.server';

export interface Answers {
  counted: CountedPeriod;
  lists: Record<ReportList, AggregationRow[] | undefined>;
  /** By bucket; null on other tabs. */
  runtimes: AggregationRow[] | null;
  versions: VersionRows | null | undefined;
  referer: AggregationRow[] | null | undefined;
  /** Null while the card is closed; undefined without a card. */
  variables: { packages?: VariablesData | null | undefined; pixels?: VariablesData | null | undefined };
  companies: AggregationRow[] | undefined;
}

export interface ReportQuestion {
  choice: ReportChoice;
  selection: Selection;
  links: DrillDown;
  tables: ReportTables;
}

export async function askAll(
  call: Call,
  owner: string,
  period: ReportPeriod,
  { choice: { tabs, more, versions: level, variable }, selection, links, tables }: ReportQuestion,
): Promise<Answers> {
  let kind = listedKind(selection);
  let ask = createAggregateQuery(call, owner, selection);
  let askAll = createUnfilteredQuery(call, owner, selection);
  let ofPixels = createAggregateQuery(call, owner, { ...selection, packages: 'none' });
  let ofSubject = kind === 'package' ? createAggregateQuery(call, owner, { ...selection, pixels: 'none' }) : ofPixels;
  let { time, step } = period;
  let byVariable = (from: RunAggregateQuery, of: ArtifactKind) =>
    variable === null ? null : secondary(variablesData(from, time, variable, { kind: of, links, tables }));
  let pixelsToo = selection.pixels !== 'none' && !env.flags.hidePixelVariables;
  let [counted, before, lists, runtimes, versions, referer, ofPackages, ofViews, companies] = await Promise.all([
    queryPeriod(ask, period, selection, askAll ?? ask),
    secondary(queryPreviousPeriod({ ask, askAll }, period), undefined),
    Promise.all(
      reportLists.map(
        async (list) => [list, await secondary(askTab(ofSubject, time, tabs[list], more === list))] as const,
      ),
    ).then(recordOf),
    tabs.client === 'runtime'
      ? secondary(ofSubject({ time, rollup: step, breakdown: 'by-runtime', uniques: 'none', limit: barsMax }), null)
      : null,
    kind === 'package' ? secondary(askVersions(ofSubject, period, level)) : null,
    selection.pixels === 'none'
      ? null
      : secondary(ofPixels({ time, breakdown: 'by-referer', uniques: 'origins', limit: barsMax })),
    kind === 'package' ? byVariable(ofSubject, kind) : null,
    pixelsToo ? byVariable(ofPixels, 'tracking-pixel') : null,
    secondary(ask({ time, breakdown: 'by-company', firstDates: true, uniques: 'origins', limit: companyRowsMax })),
  ]);
  let variables = {
    ...(kind === 'package' && { packages: ofPackages }),
    ...(pixelsToo && { pixels: ofViews }),
  };
  return { counted: { ...counted, before }, lists, runtimes, versions, referer, variables, companies };
}
