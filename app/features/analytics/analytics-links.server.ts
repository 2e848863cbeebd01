import { exportDaysMax } from 'contract/floor/limits';
import { countDays, type DayRange } from 'contract/floor/days';
import type { ReportQuery } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { serverPaths } from '../../links/paths.server';
import { reportDimensions } from './breakdown.server';
import { type ReportView, reportViews } from './report-views.server';
import { keysOf, recordOf } from 'contract/floor/keys-of';
import { chartLines, type DrawnLinks, linksToLines } from './total-cards.server';
import {
  type ReportChoice,
  type ReportList,
  reportLists,
  type ReportTab,
  tabQuery,
  tabsOf,
  type WholeList,
  wholeLists,
} from './report-params.server';
import { versionLevels } from './versions.server';

interface ReportLink {
  label: string;
  to: string;
  current: boolean;
}

interface AnalyticsLinks {
  views: ReportLink[];
  /** The line chart of each number of the strip. */
  drawn: DrawnLinks;
  tabs: Record<ReportList, ReportLink[]>;
  levels: ReportLink[];
  /** Shows a list whole, or its first rows again. */
  whole: Record<WholeList, string>;
  recount: string;
}

const viewLabels: Record<'lines' | 'calendar' | 'packages', string> = {
  lines: 'Over time',
  calendar: 'Calendar',
  packages: 'Side by side',
};
const levelLabels = { full: 'Full', minor: 'Minor', major: 'Major' } as const;

/** `query`: the report's own parameters. */
export function analyticsLinks(owner: string, choice: ReportChoice, query: ReportQuery): AnalyticsLinks {
  let toView = (view: ReportView) => paths.analytics(owner, { ...query, view: view === reportViews[0] ? '' : view });
  return {
    views: keysOf(viewLabels).map((view) => ({
      label: viewLabels[view],
      to: toView(view),
      current: view === (chartLines.some((line) => line === choice.view) ? 'lines' : choice.view),
    })),
    drawn: linksToLines((view) => paths.analytics(owner, { ...query, view })),
    tabs: recordOf(
      reportLists.map((list) => {
        let others = reportLists.flatMap((other) => (other === list ? [] : tabQuery(other, choice.tabs[other])));
        let linkTo = (tab: ReportTab) => ({
          label: reportDimensions[tab].label,
          to: paths.analytics(owner, { ...query, by: [...others, ...tabQuery(list, tab)] }),
          current: tab === choice.tabs[list],
        });
        return [list, tabsOf(list).map(linkTo)] as const;
      }),
    ),
    levels: versionLevels.map((level) => ({
      label: levelLabels[level],
      to: paths.analytics(owner, { ...query, versions: level }),
      current: level === choice.versions,
    })),
    whole: recordOf(
      wholeLists.map((list) => {
        let more = choice.more === list ? '' : list;
        return [list, paths.analytics(owner, { ...query, more })] as const;
      }),
    ),
    recount: paths.analyticsRecount(owner, subjectOf(query)),
  };
}

/** What is counted, without how it is shown. */
function subjectOf(query: ReportQuery): ReportQuery {
  let {
    view: _view,
    by: _by,
    more: _more,
    versions: _versions,
    variables: _variables,
    variable: _variable,
    ...subject
  } = query;
  return subject;
}

/** Of the export menu. */
export function exportLinks(owner: string, report: ReportQuery, days: DayRange) {
  let subject = subjectOf(report);
  return {
    links: {
      events: serverPaths.analyticsExport(owner, subject),
      // A file has the columns of downloads or of views.
      parquet: subject.pixels === 'show' ? null : serverPaths.analyticsExport(owner, subject, 'parquet'),
      overTime: serverPaths.analyticsOverTime(owner, subject),
      scripts: serverPaths.analyticsScripts(owner, subject),
    },
    isLong: countDays(days) > exportDaysMax,
  };
}
