/** What the numbers of a report count and leave out, as sentences under them. */
import { noise } from 'contract/analytics/audience';
import { countingApi, type Counting } from 'contract/analytics/counting';
import { lastEventApi } from 'contract/analytics/last-event';
import type { PackageType } from 'contract/packages/package-types/list';
import type { AnswerOf } from 'contract/route';
import { isEqual } from 'contract/analytics/where';
import {
  addDays,
  timeBuckets,
  type ChartMark,
  type Clock,
  dayRangeLabel,
  chartMarkAt,
  type DayRange,
  type TimeStep,
} from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import { audienceName } from '../../text/labels';
import type { DrillDownLink } from '../../charts/drill-down.server';
import { timeZone } from '../../locale/look';
import { paths } from '../../links/paths';
import { localText } from '../../session/reader.server';
import type { Chip } from '../../ui/chips';
import { formatInteger, formatPercent } from '../../ui/numbers';

export interface CountingNoteData {
  /** Leaves bots and mirrors out, or counts them; null where a company would have no event left. */
  toggle: Chip | null;
  /** Who asked, of what is counted. */
  who: { name: string; count: string; to: string }[];
  /** What is left out, each with a link that says why. */
  sentences: Sentence[];
  /** The last event that all numbers of the page know, and when it was the last. */
  lastEvent: Sentence;
  /** Where counting has changed within the chart; null where it has not, or no chart was named. */
  mark: ChartMark | null;
  /** Where the same numbers are counted again; null for who may not export. */
  verification: string | null;
}

interface Sentence {
  text: string;
  why: { label: string; to: string };
}

/** The numbers that a note is about. */
export interface CountingScope {
  packages: 'all' | 'none' | string[];
  pixels: 'all' | 'none' | string[];
  filterId?: string | undefined;
  where?: string[] | undefined;
  withoutNoise?: boolean | undefined;
  /** The type of the package, where they are about one. */
  packageType?: PackageType | undefined;
  /** The last 30 days when left out; of one company, all days. */
  days?: DayRange | undefined;
  /** The steps of the chart over these days. */
  chart?: Clock & { step: TimeStep };
  /** Events of one company, or of all known companies (`true`). */
  company?: string | true;
  /**
   * Whether matches of low confidence count, as in the totals of a report; they do when left out.
   */
  lowShown?: boolean;
}

interface NoteLinks {
  /** Address of the same report with another value of `noise`. */
  to: (noise: string) => string;
  /** Address of the same report with more conditions; empty where nothing would change. */
  toRows?: DrillDownLink;
  /** Where the owner's filters are; null where they have no page. */
  filters?: string | null;
  /** Where the same numbers are counted again. */
  verification?: string | null | undefined;
}

/** The note under numbers. Throws errors of the gateway. */
export async function readCountingNote(
  call: Call,
  owner: string,
  numbers: CountingScope,
  links: NoteLinks,
): Promise<CountingNoteData> {
  let { days, company, lowShown = true } = numbers;
  let [counting, last] = await Promise.all([
    call(countingApi.getCounting, {
      params: { owner },
      query: {
        ...(days && { start_date: days.from, end_date: addDays(days.to, 1) }),
        package_id: numbers.packages,
        tracking_pixel_id: numbers.pixels,
        filter_id: numbers.filterId,
        where: numbers.where,
        ...(company === true && { only_companies: 'true' as const }),
        ...(typeof company === 'string' && { company }),
        include_low_confidence: lowShown ? ('true' as const) : ('false' as const),
      },
    }),
    call(lastEventApi.getLastEvent),
  ]);
  return { ...countedOf(counting, numbers, links), lastEvent: lastEventSentence(last) };
}

/** To the minute: a page that is loaded again is the one that was rendered before. */
function lastEventSentence({ last_event, as_of }: AnswerOf<typeof lastEventApi.getLastEvent>): Sentence {
  return {
    text: `As of event ${formatInteger(last_event)} of this installation, ${localText(as_of).slice(11, 16)} (${timeZone()}).`,
    why: { label: 'What this means', to: paths.howWeCount('one-state') },
  };
}

type Counted = Omit<CountingNoteData, 'lastEvent'>;

/** Requests that count though nothing is fetched, as their clients ask no differently. */
const alike: Partial<Record<PackageType, string>> = {
  docker:
    'A look at a manifest (skopeo inspect), and a pull without new layers (Podman), ask as a pull does and count.',
  npm: 'npm with a lock file without addresses asks for each tarball, also for one in its cache, and counts.',
};

function countedOf(
  { audiences, untracked, filtered, repeats, repeats_since }: Counting,
  numbers: CountingScope,
  links: NoteLinks,
): Counted {
  let isHidden = numbers.withoutNoise ?? false;
  let isNoise = ({ audience }: Counting['audiences'][number]) => noise.some((one) => one === audience);
  let counted = audiences.filter((row) => !isHidden || !isNoise(row));
  let noisy = audiences.filter(isNoise);
  let all = sum(audiences);
  let isAllNoise = typeof numbers.company === 'string' && !isHidden && all > 0 && sum(noisy) === all;
  let say = (count: number, more = '') => `${formatInteger(count)}${more} ${thingsOf(numbers, count)}`;
  let sentences: CountingNoteData['sentences'] = [];
  let add = (text: string, label: string, to: string) => void sentences.push({ text, why: { label, to } });
  let bots = ['How bots are told', paths.howWeCount('audience')] as const;
  if (noisy.length > 0) {
    let part = `${formatInteger(sum(noisy))} of ${say(all)} (${formatPercent(sum(noisy), all)})`;
    let whose = noisy.map(({ audience, total }) => `${audienceName(audience)} ${formatInteger(total)}`).join(', ');
    let verb = sum(noisy) === 1 ? 'comes' : 'come';
    add(
      isHidden ? `Bots and mirrors are left out, ${part}: ${whose}.` : `${part} ${verb} from bots and mirrors.`,
      ...bots,
    );
  } else if (isHidden) add('Bots and mirrors are left out. There are none here.', ...bots);
  let oneDownload = ['One download', paths.howWeCount('requests')] as const;
  if (repeats > 0) {
    let are = repeats === 1 ? 'request is a repeat' : 'requests are repeats';
    add(
      `${formatInteger(repeats)} more ${are} within 30 s of a download and ${repeats === 1 ? 'does' : 'do'} not count.`,
      ...oneDownload,
    );
  }
  if (repeats_since)
    add(
      `Until ${dayRangeLabel({ from: repeats_since, to: repeats_since })}, each request counted, repeats too.`,
      ...oneDownload,
    );
  if (untracked > 0)
    add(
      `${say(untracked, ' more')} asked not to be tracked and count nowhere else.`,
      'Do not track',
      paths.howWeCount('requests'),
    );
  let sameRequest = numbers.packageType && alike[numbers.packageType];
  if (sameRequest) add(sameRequest, 'What counts', paths.howWeCount(numbers.packageType));
  if (filtered > 0)
    add(`Your filters leave out ${say(filtered)}.`, 'About filters', links.filters ?? paths.howWeCount('reports'));
  return {
    toggle: isAllNoise
      ? null
      : { label: 'Without bots and mirrors', to: links.to(isHidden ? '' : 'hide'), on: isHidden },
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

function markOf(since: string | null, { days, chart }: CountingScope): ChartMark | null {
  if (!since || !days || !chart) return null;
  return chartMarkAt(since, timeBuckets(days, chart.step, chart), 'From here, repeats within 30 s are left out');
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
