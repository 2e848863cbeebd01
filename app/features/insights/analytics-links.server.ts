/**
 * The links of the analytics page: the same report with another list open, and its events as a
 * file.
 */
import { paths, type ReportQuery } from '../../paths';
import { type Choice, tabs } from './report-params.server';
import { dimensions } from './names.server';
import { versionLevels } from './versions.server';

interface ReportLink {
  label: string;
  to: string;
  current: boolean;
}

interface AnalyticsLinks {
  tabs: ReportLink[];
  levels: ReportLink[];
  events: string;
  scripts: string;
}

const levelLabels = { full: 'Full', minor: 'Minor', major: 'Major' } as const;

/** `query` is the address of the report as it is shown. */
export function analyticsLinks(owner: string, choice: Choice, query: ReportQuery): AnalyticsLinks {
  let { by: _by, versions: _versions, variables: _variables, variable: _variable, ...subject } = query;
  return {
    tabs: tabs().map((tab) => ({
      label: dimensions[tab].label,
      to: paths.analytics(owner, { ...query, by: tab }),
      current: tab === choice.tab,
    })),
    levels: versionLevels.map((level) => ({
      label: levelLabels[level],
      to: paths.analytics(owner, { ...query, versions: level }),
      current: level === choice.versions,
    })),
    events: paths.analyticsExport(owner, subject),
    scripts: paths.analyticsScripts(owner, subject),
  };
}
