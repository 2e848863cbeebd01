/** The data of the analytics page: all queries for a selection, and its links. */
import type { AggregationRow } from 'contract/aggregations';
import type { Bar, DonutData } from '../../charts/geometry.server';
import { bucketsOf, type Days } from '../../charts/days.server';
import { env } from '../../env.server';
import type { Call } from '../../gateway-client.server';
import { paths, type ReportQuery } from '../../paths';
import { serverPaths } from '../../paths.server';
import type { Narrowing } from '../../narrowing.server';
import { type Ask, asker, type Kind, type Period, type Selection } from './aggregation-client.server';
import { breakdownBars, breakdownDonut, dimensions } from './breakdown.server';
import { companiesAsked, type CompaniesData, companiesData } from './companies.server';
import { registryLine } from './registry-line.server';
import { type Choice, type Tab, tabs } from './report-params.server';
import { type CountedPeriod, countPeriod, type Figures, figures } from './report-summary.server';
import { versionLevels, versionQuestion, type VersionsData, versionsData } from './versions.server';

const platformsMax = 6;
const barsMax = 10;
const companiesMax = 25;

export interface AnalyticsReport extends Figures {
  /** What the lists count: downloads, or views when only pixels are shown. */
  unit: 'downloads' | 'views';
  platform: DonutData;
  by: { label: string; bars: Bar[] };
  /** Null when only pixels are shown. */
  versions: VersionsData | null;
  /** Null when no pixels are shown. */
  referer: Bar[] | null;
  /** Null while the card is closed; left out where there is no such card. */
  variables: { packages?: VariablesData | null; pixels?: VariablesData | null };
  companies: CompaniesData;
}

/** The report of a selection; null without packages and pixels. Throws errors of the gateway. */
export async function analyticsReport(
  call: Call,
  owner: string,
  period: Period,
  { choice, selection, links }: { choice: Choice; selection: Selection; links: Narrowing },
): Promise<AnalyticsReport | null> {
  if (selection.packages === 'none' && selection.pixels === 'none') return null;
  let kind: Kind = selection.packages === 'none' ? 'tracking-pixel' : 'package';
  let { days } = period;
  let buckets = bucketsOf(days, period.step, period.today);
  let [answers, registry] = await Promise.all([
    askAll(call, owner, period, { choice, selection, kind, links }),
    registryLine(call, owner, selection, { days, buckets }),
  ]);
  let head = figures({ ...answers.counted, registry }, period, selection, { buckets, links });
  let { totals } = head;
  let total = kind === 'package' ? totals.downloads : totals.views;
  let dimension = dimensions[choice.tab];
  return {
    ...head,
    unit: kind === 'package' ? 'downloads' : 'views',
    platform: breakdownDonut(answers.platform, dimensions.platform, total, links),
    by: { label: dimension.label, bars: breakdownBars(answers.by, dimension, total, links) },
    versions: answers.versions && versionsData(answers.versions, buckets, total, { level: choice.versions, links }),
    referer: answers.referer && breakdownBars(answers.referer, dimensions.referer, totals.views, links),
    variables: answers.variables,
    companies: companiesData(answers.companies, totals, companiesMax, links),
  };
}

interface Answers {
  counted: CountedPeriod;
  platform: AggregationRow[];
  by: AggregationRow[];
  versions: AggregationRow[] | null;
  referer: AggregationRow[] | null;
  variables: AnalyticsReport['variables'];
  companies: AggregationRow[];
}

interface Asked {
  choice: Choice;
  selection: Selection;
  kind: Kind;
  links: Narrowing;
}

async function askAll(
  call: Call,
  owner: string,
  period: Period,
  { choice: { tab, versions: level, variable }, selection, kind, links }: Asked,
): Promise<Answers> {
  let ask = asker(call, owner, selection);
  let ofPixels = asker(call, owner, { ...selection, packages: 'none' });
  let ofSubject = kind === 'package' ? asker(call, owner, { ...selection, pixels: 'none' }) : ofPixels;
  let { days, step } = period;
  let byVariable = (from: Ask) => (variable === null ? null : variablesData(from, days, variable, links));
  let pixelsToo = selection.pixels !== 'none' && !env.flags.hidePixelVariables;
  let [counted, platform, by, versions, referer, ofPackages, ofViews, companies] = await Promise.all([
    countPeriod(ask, period),
    ofSubject({ days, breakdown: 'by-platform', limit: platformsMax }),
    askTab(ofSubject, days, tab),
    kind === 'package' ? ofSubject({ days, rollup: step, ...versionQuestion(level) }) : null,
    selection.pixels === 'none' ? null : ofPixels({ days, breakdown: 'by-referer', limit: barsMax }),
    kind === 'package' ? byVariable(ofSubject) : null,
    pixelsToo ? byVariable(ofPixels) : null,
    ask({ days, breakdown: 'by-company', limit: companiesAsked }),
  ]);
  let variables = {
    ...(kind === 'package' && { packages: ofPackages }),
    ...(pixelsToo && { pixels: ofViews }),
  };
  return { counted, platform, by, versions, referer, variables, companies };
}

function askTab(ask: Ask, days: Period['days'], tab: Tab): Promise<AggregationRow[]> {
  return ask({ days, breakdown: dimensions[tab].breakdown, limit: barsMax });
}

const namesMax = 100;
const valuesMax = 10;

/** Values of the variables of requests: captured from paths, and from queries. */
export interface VariablesData {
  /** The most frequent first. */
  names: string[];
  /** The variable shown; empty when there is none. */
  chosen: string;
  bars: Bar[];
}

/** Values of the wanted variable, or of the most frequent one when the range has no such values. */
async function variablesData(ask: Ask, days: Days, wanted: string, links: Narrowing): Promise<VariablesData> {
  let rows = await ask({ days, breakdown: 'by-variable-name', limit: namesMax });
  let chosen = rows.find(({ variable }) => variable === wanted) ?? rows[0];
  if (!chosen) return { names: [], chosen: '', bars: [] };
  let variable = chosen.variable ?? '';
  let values = await ask({ days, breakdown: 'by-variable', variable, limit: valuesMax });
  return {
    names: rows.flatMap((row) => row.variable ?? []),
    chosen: variable,
    bars: breakdownBars(values, dimensions.variable, chosen.total, links),
  };
}

interface ReportLink {
  label: string;
  to: string;
  current: boolean;
}

interface AnalyticsLinks {
  tabs: ReportLink[];
  levels: ReportLink[];
  events: string;
  overTime: string;
  scripts: string;
  recount: string;
}

const levelLabels = { full: 'Full', minor: 'Minor', major: 'Major' } as const;

/** The report with another list open, its events, and its recount. `query` is its address. */
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
    events: serverPaths.analyticsExport(owner, subject),
    overTime: serverPaths.analyticsOverTime(owner, subject),
    scripts: serverPaths.analyticsScripts(owner, subject),
    recount: paths.analyticsRecount(owner, subject),
  };
}
