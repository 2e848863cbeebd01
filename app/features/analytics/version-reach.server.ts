/** Who downloaded one version of a package: for a release that turned out to be bad. */
import { type AskedTime, wholeDays } from 'contract/analytics/asked-time';
import { isEqual } from 'contract/analytics/where';
import * as limits from 'contract/floor/limits';
import { majorNumber } from 'contract/packages/major-versions';
import type { Package } from 'contract/packages/packages';
import type { WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import { addDays } from 'contract/floor/days';
import { figures } from 'contract/analytics/figures';
import { cleanText } from 'contract/floor/printable';
import { drillDownLink } from '../../charts/drill-down.server';
import type { Call } from '../../gateway/gateway-client.server';
import type { ReportQuery, SharedReportQuery } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { localDay } from '../../session/reader.server';
import { formatCount, formatInteger } from '../../ui/numbers';
import { createAggregateQuery, everyDay, type Selection } from './aggregate-query.server';
import { breakdownBars, reportDimensions } from './breakdown.server';
import { companyRowsMax, companyTable, groupByCompany } from './company-table.server';
import { disclosureText } from './disclosure-text.server';
import { totalsOf } from './row-totals.server';
import type { TotalCard } from './total-cards.server';

const countriesMax = 300;
/** The most rows that the API gives; the table shows the first of them. */
const companiesMax = 1_000;
const barsMax = 8;
const recentDays = limits.withdrawnUnusedDays;
const namesMax = 20;

/** ISO times of the first and the latest download of a version; undefined without one. */
export async function versionTimes(call: Call, item: Package, version: string, now: number) {
  let ask = createAggregateQuery(call, item.owner, selectionOf(item, version));
  let [row] = await ask({ time: everyDay(now), byArtifact: true, uniques: 'none' });
  let { first_seen: first, last_seen: last } = row ?? {};
  return first && last ? { first, last } : undefined;
}

export type RefusedRequests = Awaited<ReturnType<typeof refusedRequests>>;

/** Who still asks for a withdrawn version. */
export async function refusedRequests(call: Call, item: Package, version: string, now: number) {
  let ask = createAggregateQuery(call, item.owner, { ...selectionOf(item, version), refused: true });
  let time = everyDay(now);
  let lately = recentDaysOf(now);
  let [[all], recent, companies] = await Promise.all([
    ask({ time, byArtifact: true, uniques: 'none' }),
    ask({ time: lately, uniques: 'origins' }),
    ask({ time: lately, breakdown: 'by-company', uniques: 'origins', limit: companyRowsMax }),
  ]);
  let { total, users } = totalsOf(recent);
  return {
    all: formatInteger(all?.total ?? 0),
    last: all?.last_seen ?? null,
    recent: `${formatInteger(total)} by ${formatCount(users, 'user')}`,
    companies: firstOf(groupByCompany(companies).map(({ name }) => name)),
  };
}

function recentDaysOf(now: number): AskedTime {
  return wholeDays({ from: addDays(localDay(now), 1 - recentDays), to: localDay(now) });
}

function selectionOf(item: Package, version: string): Selection {
  return { packages: [item.id], pixels: 'none', where: [versionCondition(item, version)] };
}

/** For `4.x`, all versions with this number. */
export function versionCondition({ type }: Pick<Package, 'type'>, version: string): string {
  let major = majorNumber(version, type);
  return major === undefined ? isEqual('request_version', version) : isEqual('request_version_major', major);
}

/** The page of the version, or of all of a major number, that these conditions choose; null without one. */
export function chosenVersion(
  item: Pick<Package, 'owner' | 'type' | 'name'>,
  where: readonly string[],
  kept: SharedReportQuery,
) {
  let chosen = where.flatMap((text) => {
    let [, major, value = ''] = /^request_version(_major)?:equals:(.+)$/s.exec(text) ?? [];
    return value && (!major || /^\d+$/.test(value)) ? [major ? `${value}.x` : value] : [];
  });
  let [version, ...others] = chosen;
  if (version === undefined || others.length > 0) return null;
  return { version, to: paths.packageVersions(item.owner, item.type, item.name, { ...kept, version }) };
}

interface ReachAsked {
  time: AskedTime;
  /** Whether these are all days on which it was downloaded. */
  isAllTime: boolean;
  times: { first: string; last: string };
  /** Null without links to it. */
  report: ReportQuery | null;
  withdrawn: WithdrawnVersion | undefined;
  /** Versions of the major number that have an entry of their own. */
  exceptions: readonly WithdrawnVersion[];
  now: number;
}

export type VersionReach = Awaited<ReturnType<typeof versionReach>>;

/** Who downloaded a version. `report`: the query of its report, to which rows lead. */
export async function versionReach(
  call: Call,
  item: Package,
  version: string,
  { time, isAllTime, times, report, withdrawn, exceptions, now }: ReachAsked,
) {
  let selection = selectionOf(item, version);
  let ask = createAggregateQuery(call, item.owner, selection);
  let recent = recentDaysOf(now);
  let [shown, all, recentTotals, recentCompanies] = await Promise.all([
    countsOf(ask, time),
    isAllTime ? undefined : countsOf(ask, everyDay(now)),
    ask({ time: recent, uniques: 'origins' }),
    ask({ time: recent, breakdown: 'by-company', uniques: 'origins', limit: companyRowsMax }),
  ]);
  let { total, users, countries, companies, named, isCut } = shown;
  let lately = totalsOf(recentTotals);
  let links = report && {
    toRows: drillDownLink(selection.where!, (texts) => paths.analytics(item.owner, { ...report, where: texts })),
    toCompany: (company: string) => paths.company(item.owner, company, report),
    toDays: () => '',
  };
  return {
    ...times,
    cards: [
      card('Downloads', total),
      { ...card(figures.users.label, users), isUnique: true },
      { ...card('Companies', named), text: isCut ? `${formatInteger(named)}+` : '' },
      card('Countries', shown.countriesKnown),
    ],
    // Nothing new is downloaded of a version that is refused.
    recent:
      withdrawn && !withdrawn.is_served && !exceptions.some((one) => one.is_served)
        ? null
        : {
            downloads: `${formatInteger(lately.total)} by ${formatCount(lately.users, 'user')}`,
            companies: firstOf(groupByCompany(recentCompanies).map(({ name }) => name)),
          },
    audiences: breakdownBars(shown.audiences, reportDimensions.audience, total, { ...(links && { links }) }),
    countries: breakdownBars(countries.slice(0, barsMax), reportDimensions.country, total, { ...(links && { links }) }),
    companies: companyTable(companies, { downloads: total, views: 0 }, companyRowsMax, { ...(links && { links }) }),
    disclosure: disclosureText({
      package: item.name,
      version: cleanText(version),
      isMajor: majorNumber(version, item.type) !== undefined,
      withdrawn,
      exceptions: firstOf(exceptions.map((one) => one.version)),
      firstDay: localDay(Date.parse(times.first)),
      lastDay: localDay(Date.parse(times.last)),
      counts: all ?? shown,
      recent: { days: recentDays, downloads: lately.total },
    }),
  };
}

type Ask = ReturnType<typeof createAggregateQuery>;

async function countsOf(ask: Ask, time: AskedTime) {
  let [totals, audiences, countries, companies] = await Promise.all([
    ask({ time, uniques: 'origins' }),
    ask({ time, breakdown: 'by-audience', uniques: 'origins' }),
    ask({ time, breakdown: 'by-country', uniques: 'origins', limit: countriesMax }),
    ask({ time, breakdown: 'by-company', firstDates: true, uniques: 'origins', limit: companiesMax }),
  ]);
  return {
    ...totalsOf(totals),
    fromCi: audiences.find(({ audience }) => audience === 'ci')?.total ?? 0,
    countriesKnown: countries.filter(({ country }) => country).length,
    named: groupByCompany(companies).length,
    isCut: companies.length >= companiesMax,
    audiences,
    countries,
    companies,
  };
}

/** The first names, and how many more there are; empty for none. */
export function firstOf(names: readonly string[]): string {
  let more = names.length - namesMax;
  return names.slice(0, namesMax).join(', ') + (more > 0 ? ` and ${formatInteger(more)} more` : '');
}

function card(label: string, value: number): TotalCard {
  return { label, value, text: '', isUnique: false, change: null, newText: '', before: '' };
}
