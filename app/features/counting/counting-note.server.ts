/** What a report counts and excludes, as sentences. */
import { figures } from 'contract/analytics/figures';
import type { AskedTime } from 'contract/analytics/asked-time';
import { botAudiences } from 'contract/analytics/audience';
import { countingApi, type Counting } from 'contract/analytics/counting';
import { lastEventApi } from 'contract/analytics/last-event';
import type { AnswerOf } from 'contract/rules/route';
import { isEqual } from 'contract/analytics/where';
import {
  timeBuckets,
  type ChartMark,
  type Clock,
  dayRangeLabel,
  chartMarkAt,
  type TimeStep,
} from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { audienceName } from '../../text/labels';
import type { DrillDownLink } from '../../charts/drill-down.server';
import { timeZone } from '../../locale/reader-format';
import { paths } from '../../links/paths';
import { localText } from '../../session/reader.server';
import type { Chip } from '../../ui/chips';
import { formatCount, formatInteger, formatPercent } from '../../ui/numbers';

export interface CountingNoteData {
  /** The visible line: `Includes 4.5% bots`. */
  summary: string;
  /** Bot switch; null if a company would have no event left. */
  toggle: Chip | null;
  /** Audiences of the counted events. */
  who: { name: string; count: string; to: string }[];
  /** What is excluded, each with a link to the reason. */
  sentences: Sentence[];
  /** The last event that all numbers of the page include. */
  lastEvent: Sentence;
  /** Where counting rules changed within the chart; null otherwise. */
  mark: ChartMark | null;
  /** Verification page; null without permission to export. */
  verification: string | null;
}

interface Sentence {
  text: string;
  why: { label: string; to: string };
}

export interface CountingScope {
  packages: 'all' | 'none' | string[];
  pixels: 'all' | 'none' | string[];
  filterId?: string | undefined;
  where?: string[] | undefined;
  withoutNoise?: boolean | undefined;
  /** Of the one package. */
  type?: string | undefined;
  /** Default: the last 30 days; for one company, all days. */
  time: AskedTime | undefined;
  chart?: Clock & { step: TimeStep };
  /** One company, or all known companies (`true`). */
  company?: string | true;
  /** Default: true, as in the totals of a report. */
  lowShown?: boolean;
}

interface NoteLinks {
  /** URL of the report with another bot switch. */
  to: (noise: string) => string;
  /** URL with more conditions; empty if nothing would change. */
  toRows?: DrillDownLink;
  /** Filters page; null if there is none. */
  filters?: string | null;
  verification?: string | null | undefined;
}

/** Null if it could not be loaded. */
export async function readCountingNote(
  call: Call,
  owner: string,
  numbers: CountingScope,
  links: NoteLinks,
): Promise<CountingNoteData | null> {
  let { time, company, lowShown = true } = numbers;
  let asked = Promise.all([
    call(countingApi.getCounting, {
      params: { owner },
      query: {
        ...time,
        package_id: numbers.packages,
        tracking_pixel_id: numbers.pixels,
        filter_id: numbers.filterId,
        where: numbers.where,
        ...(company === true && { only_companies: 'true' as const }),
        ...(typeof company === 'string' && { company }),
        include_low_confidence: lowShown ? ('true' as const) : ('false' as const),
      },
    }),
    call(lastEventApi.getLastEvent, { query: { owner } }),
  ]);
  let known = await secondary(asked, null);
  if (!known) return null;
  let [counting, last] = known;
  return { ...countedOf(counting, numbers, links), lastEvent: lastEventSentence(last) };
}

/** To the minute, so that a reloaded page is identical and its ETag matches. */
function lastEventSentence({ as_of }: AnswerOf<typeof lastEventApi.getLastEvent>): Sentence {
  return {
    text: `As of ${localText(as_of).slice(11, 16)} (${timeZone()}).`,
    why: { label: 'What this means', to: paths.howWeCount('one-state') },
  };
}

type Counted = Omit<CountingNoteData, 'lastEvent'>;

/** Counted although nothing is downloaded: these clients send the same request. */
const alike: Partial<Record<string, string>> = {
  docker: 'Manifest checks (skopeo inspect) and pulls without new layers (Podman) count as downloads.',
  npm: 'npm requests each tarball of a lock file without URLs, even from its cache. These requests count.',
};

function countedOf(
  { audiences, untracked, filtered, repeats, repeats_since }: Counting,
  numbers: CountingScope,
  links: NoteLinks,
): Counted {
  let isHidden = numbers.withoutNoise ?? false;
  let isNoise = ({ audience }: Counting['audiences'][number]) => botAudiences.some((one) => one === audience);
  let counted = audiences.filter((row) => !isHidden || !isNoise(row));
  let noisy = audiences.filter(isNoise);
  let all = sum(audiences);
  let isAllNoise = typeof numbers.company === 'string' && !isHidden && all > 0 && sum(noisy) === all;
  let say = (count: number) => `${formatInteger(count)} ${thingsOf(numbers, count)}`;
  let sentences: CountingNoteData['sentences'] = [];
  let add = (text: string, label: string, to: string) => void sentences.push({ text, why: { label, to } });
  let parts = partsOf(audiences, noisy, numbers);
  if (noisy.length > 0) {
    let part = parts.map(({ bots, count, noun }) => {
      return `${formatInteger(bots)} of ${formatCount(count, noun)} (${formatPercent(bots, count)})`;
    });
    let said = part.join(' and ');
    let whose = noisy.map(({ audience, total }) => `${audienceName(audience)} ${formatInteger(total)}`).join(', ');
    let verb = sum(noisy) === 1 ? 'is' : 'are';
    add(
      isHidden ? `Bots and mirrors are excluded: ${said}. ${whose}.` : `${said} ${verb} from bots and mirrors.`,
      'How we detect bots',
      paths.howWeCount('audience'),
    );
  }
  let oneDownload = ['What counts as one download', paths.howWeCount('requests')] as const;
  if (repeats > 0) {
    let are = repeats === 1 ? 'repeat request within 30 s is' : 'repeat requests within 30 s are';
    add(`${formatInteger(repeats)} ${are} not counted.`, ...oneDownload);
  }
  if (repeats_since)
    add(
      `Before ${dayRangeLabel({ from: repeats_since, to: repeats_since })}, repeat requests were counted.`,
      ...oneDownload,
    );
  if (untracked > 0)
    add(
      `${formatInteger(untracked)} ${untracked === 1 ? 'request' : 'requests'} opted out (Do Not Track) and ${untracked === 1 ? 'is' : 'are'} excluded.`,
      'Do Not Track',
      paths.howWeCount('requests'),
    );
  let { type = '' } = numbers;
  let sameRequest = all > 0 && alike[type];
  if (sameRequest) add(sameRequest, 'What counts', paths.howWeCount(type));
  if (filtered > 0)
    add(`Your filters hide ${say(filtered)}.`, 'About filters', links.filters ?? paths.howWeCount('reports'));
  let has = isHidden ? 'Excludes' : 'Includes';
  return {
    summary: noisy.length > 0 ? `${has} ${summaryOf(parts)}` : isHidden ? 'Excludes bots' : 'No bots',
    toggle: isAllNoise ? null : { label: 'Exclude bots', to: links.to(isHidden ? '' : 'hide'), on: isHidden },
    who: counted.map(({ audience, total }) => ({
      name: audienceName(audience),
      to: links.toRows?.([isEqual('request_audience', audience)]) ?? '',
      count: `${formatInteger(total)} (${formatPercent(total, sum(counted))})`,
    })),
    sentences,
    mark: markOf(repeats_since, numbers),
    verification: links.verification ?? null,
  };
}

function markOf(since: string | null, { time, chart }: CountingScope): ChartMark | null {
  if (!since || !time || !chart) return null;
  return chartMarkAt(since, timeBuckets(time, chart.step, chart), 'From here, repeats within 30 s are not counted');
}

interface BotPart {
  noun: 'download' | 'view' | 'event';
  bots: number;
  count: number;
}

/** Downloads and views each have their own share: one of both together is on no other page. */
function partsOf(all: Counting['audiences'], noisy: Counting['audiences'], { company }: CountingScope): BotPart[] {
  if (company !== undefined) return [{ noun: 'event', bots: sum(noisy), count: sum(all) }];
  let [bots, count] = [downloadsIn(noisy), downloadsIn(all)];
  let parts: BotPart[] = [
    { noun: 'download', bots, count },
    { noun: 'view', bots: sum(noisy) - bots, count: sum(all) - count },
  ];
  return parts.filter((part) => part.count > 0);
}

const botLabels = {
  download: figures.bots.label,
  view: figures.viewBots.label,
  event: figures.companyBots.label,
};

/** `4.5% bots`, `4.5% bots and 0.8% bots in views`. */
function summaryOf(parts: readonly BotPart[]): string {
  return parts.map(({ noun, bots, count }) => `${formatPercent(bots, count)} ${botLabels[noun]}`).join(' and ');
}

function downloadsIn(rows: Counting['audiences']): number {
  return rows.reduce((all, { downloads }) => all + downloads, 0);
}

function thingsOf({ packages, pixels, company }: CountingScope, count: number): string {
  if (company !== undefined) return count === 1 ? 'event' : 'events';
  if (pixels === 'none') return count === 1 ? 'download' : 'downloads';
  if (packages === 'none') return count === 1 ? 'view' : 'views';
  return count === 1 ? 'download or view' : 'downloads and views';
}

function sum(rows: Counting['audiences']): number {
  return rows.reduce((all, { total }) => all + total, 0);
}
