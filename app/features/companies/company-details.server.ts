/** A company: facts, stages, the last 366 days, and a page of events. */
import { figures } from 'contract/analytics/figures';
import {
  companiesApi,
  type CompanyDetails,
  type CompanyEvent,
  type CompanyProfile,
} from 'contract/companies/companies';
import { cleanText } from 'contract/floor/printable';
import { readableDomain } from '../../text/domain-names.server';
import { companyCorrectionsApi } from 'contract/companies/company-corrections';
import * as limits from 'contract/floor/limits';
import { dayOf } from 'contract/floor/time';
import { utc } from 'contract/floor/time-zone';
import { addDays, countDays, type DayRange } from 'contract/floor/days';
import { relativeTime, dayRangeLabel } from '../../charts/date-buckets.server';
import { calendarData } from '../../charts/calendar.server';
import { drawCalendar } from '../../charts/calendar-view.server';
import { formatInteger } from '../../ui/numbers';
import { countryName } from '../../text/display-names.server';
import { env } from '../../config/env.server';
import { matchLine } from './matches.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
import { localDay, localText } from '../../session/reader.server';
import type { BadgeColour } from '../../ui/badge';

const eventsPerPage = 10;

export type CompanyPage = Awaited<ReturnType<typeof readCompany>>;
export type EventLine = NonNullable<CompanyPage['events']>['lines'][number];

interface CompanyRequest {
  owner: string;
  company: string;
  lowShown: boolean;
  page: number;
  withPoints: boolean;
  /** Saved filter; empty for none. */
  filterId: string;
  where: string[];
  withoutNoise: boolean;
  address: string;
  daysFile: string;
  now: number;
}

/** Throws API errors, such as company-not-found. */
export async function readCompany(call: Call, asked: CompanyRequest) {
  let { owner, company, lowShown, page, withPoints, filterId, where, withoutNoise, address, daysFile, now } = asked;
  let params = { owner, domain: company };
  let include_low_confidence = lowShown ? ('true' as const) : ('false' as const);
  let query = {
    include_low_confidence,
    filter_id: filterId,
    where,
    exclude_audience: botAudiencesToExclude(withoutNoise),
  };
  let [details, matches, events] = await Promise.all([
    call(companiesApi.getCompany, { params, query }),
    secondary(call(companyCorrectionsApi.getCompanyMatches, { params, query: { include_low_confidence } })),
    secondary(call(companiesApi.getCompanyEvents, { params, query: { ...query, per_page: eventsPerPage, page } })),
  ]);
  let counts = details.journey.map(({ date, downloads, views }) => ({ date, strong: downloads, weak: views }));
  return {
    key: details.company,
    name: cleanText(details.company_name) || readableDomain(details.company_domain),
    domain: details.company_domain,
    stage: details.funnel_stage,
    firstSeen: details.first_seen,
    seen: `${figures.firstSeen.label} ${localDayLabel(details.first_seen)}, ${figures.lastSeen.label.toLowerCase()} ${relativeTime(Date.parse(details.last_seen), now)}`,
    facts: factsOf(details, withPoints),
    leftOut: details.low_confidence_left_out,
    matches: matches?.results.map((match) => matchLine(match, owner, now)),
    journey: {
      rangeLabel: dayRangeLabel(journeyDays(now)),
      html: drawCalendar({
        calendar: calendarData(journeyDays(now), counts),
        title: 'Days with events',
        strong: 'download',
        weak: 'view',
        links: { page: address, file: daysFile },
        zone: utc,
      }),
    },
    stages: details.stages.map((one) => ({
      stage: one.stage,
      since: dayLabel(one.start_date),
      isCurrent: one.is_current,
      numbers: [one.total_downloads, one.total_views, one.active_days].map(formatInteger),
    })),
    events: events && {
      total: formatInteger(events.total),
      page,
      pages: Math.ceil(events.total / eventsPerPage),
      lines: events.results.map((event) => eventLine(event, now)),
    },
  };
}

export function journeyDays(now: number): DayRange {
  let today = dayOf(now);
  return { from: addDays(today, 1 - limits.yearDays), to: today };
}

interface CompanyFact {
  label: string;
  value: string;
  href?: string;
}

function factsOf(details: CompanyDetails, withPoints: boolean): CompanyFact[] {
  let known = (label: string, value: string) => (value ? [{ label, value }] : []);
  return [
    ...known('Domain', readableDomain(details.company_domain)),
    ...profileFacts(details.profile),
    ...known('Last seen in', [details.company_state, countryName(details.company_country)].filter(Boolean).join(', ')),
    { label: 'Why', value: details.match_reason },
    ...(withPoints ? [{ label: 'Points', value: formatInteger(details.points) }] : []),
  ];
}

function profileFacts(profile: CompanyProfile | null): CompanyFact[] {
  if (!profile) return [];
  let { industry, size, city, country, linkedin_url, technologies } = profile;
  let facts: CompanyFact[] = [
    { label: 'Industry', value: industry },
    { label: 'Size', value: size && `${size} people` },
    { label: 'Based in', value: [city, countryName(country)].filter(Boolean).join(', ') },
    { label: 'Technologies', value: technologies.join(', ') },
    { label: 'LinkedIn', value: linkedin_url.replace(/^https:\/\/(www\.)?/, ''), href: linkedin_url },
  ];
  return facts.filter(({ value }) => value !== '');
}

function localDayLabel(time: string): string {
  return dayLabel(localDay(Date.parse(time)));
}

function dayLabel(day: string): string {
  return dayRangeLabel({ from: day, to: day });
}

function eventLine(event: CompanyEvent, now: number) {
  let time = Date.parse(event.time);
  let local = localText(time);
  return {
    id: event.id,
    kind: event.artifact_type === 'package' ? ('Download' as const) : ('View' as const),
    type: event.type,
    artifact: event.artifact_name,
    artifactId: event.artifact,
    version: event.version,
    time: {
      iso: event.time,
      ago: relativeTime(time, now),
      exact: `${dayLabel(local.slice(0, 10))}, ${local.slice(11, 16)}`,
    },
    referer: event.referer,
    location: [event.postal, event.city, event.state, countryName(event.country)].filter(Boolean).join(', '),
    confidence: confidenceOf(event.confidence, event.is_corrected),
    matchReason: event.match_reason,
    userAgent: env.flags.showUserAgentUi ? event.user_agent : '',
    originId: event.origin_id,
    endpointId: event.endpoint_id,
    idPeriod: event.id_period && periodLabel(event.id_period),
  };
}

const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** A period of visitor ids, named as in contract/analytics/id-periods.ts. */
export function periodLabel(period: string): string {
  let [, source] = / ([^/]+)\//.exec(period) ?? [];
  if (source) return `${periodLabel(period.replace(` ${source}/`, '/'))} (${source})`;
  let [begin = '', end = ''] = period.split('/');
  if (begin === '') return end === '' ? 'before' : `before (${end})`;
  let from = begin.slice(0, 10);
  if (end === '..') return `since ${dayRangeLabel({ from, to: from })}`;
  let isWholeMonth = from.endsWith('-01') && countDays({ from, to: end }) > 28;
  return isWholeMonth ? month.format(Date.parse(from)) : dayRangeLabel({ from, to: addDays(end, -1) });
}

interface Confidence {
  label: string;
  colour: BadgeColour;
  sentence: string;
}

/** Confidence is a level: single events have no percentage. */
export function confidenceOf(value: number | null, isCorrected = false): Confidence {
  if (isCorrected) return { label: 'Corrected', colour: 'blue', sentence: 'Set by people in this account.' };
  if (value === null)
    return { label: 'Not known', colour: 'default', sentence: 'The source of the match does not say how sure it is.' };
  let { high, low } = limits.measuredMatches;
  if (value < limits.lowConfidenceBelow)
    return { label: 'Low', colour: 'red', sentence: `A guess: ${low.right} of ${low.of} were right when measured.` };
  if (value < limits.highConfidenceFrom)
    return { label: 'Medium', colour: 'yellow', sentence: 'Set by an earlier version, not measured.' };
  return { label: 'High', colour: 'green', sentence: `${high.right} of ${high.of} were right when measured.` };
}
