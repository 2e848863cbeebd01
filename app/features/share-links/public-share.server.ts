/** Public share page and pictures; identical for every visitor. */
import { createHash } from 'node:crypto';
import type { RelativeChange } from 'contract/analytics/rounding';
import { wholeDays } from 'contract/analytics/asked-time';
import { figuresOf, perDayOf } from 'contract/analytics/figures';
import type { Change } from 'contract/analytics/compared-periods';
import { sharePath } from 'contract/floor/page-links';
import { isShareDays, shareLinksApi, type PublicShare, shareDays } from 'contract/analytics/share-links';
import { type TimeBucket, timeBuckets, dayRangeLabel } from '../../charts/date-buckets.server';
import { type Bar, type BarInput, bars, lineChart } from '../../charts/geometry.server';
import { drawLineChart } from '../../charts/line-chart.server';
import { countryName, platformName } from '../../text/display-names.server';
import { type Call, readApiError } from '../../gateway/gateway-client.server';
import { query } from '../../links/paths';
import { cookie } from '../../session/cookies.server';
import { formatCount, formatInteger, relativeChange } from '../../ui/numbers';
import { daysText } from './share-links.server';
import type { SharePicture } from './share-svg.server';

/** One cookie per link, so that several can be unlocked. */
export function keyCookie(token: string) {
  return cookie(`__share_${createHash('sha256').update(token).digest('hex').slice(0, 8)}`);
}

export interface UnavailableShare {
  why: 'share-needs-password' | 'share-has-ended' | 'share-not-found';
  status: number;
  sentence: string;
}

const reasons = ['share-needs-password', 'share-has-ended', 'share-not-found'] as const;

/**
 * Rate limits and failures are thrown. Views by the link's creator are previews and not counted.
 */
export async function readPublicShare(
  call: Call,
  token: string,
  request: Request,
  isPreview = false,
): Promise<PublicShare | UnavailableShare> {
  let wanted = Number(new URL(request.url).searchParams.get('days'));
  let days = isShareDays(wanted) ? wanted : undefined;
  let [key] = keyCookie(token).values(request);
  try {
    return await call(shareLinksApi.getPublicShare, {
      params: { token },
      query: { days, key, preview: isPreview ? 'true' : 'false' },
    });
  } catch (thrown) {
    let said = await readApiError(thrown);
    let why = reasons.find((one) => one === said?.code);
    if (!said || !why || !(thrown instanceof Response)) throw thrown;
    return { why, status: thrown.status, sentence: said.message };
  }
}

export function isPublicShare(answer: PublicShare | UnavailableShare): answer is PublicShare {
  return !('why' in answer);
}

const outsideHeaders = { 'x-robots-tag': 'noindex, nofollow', vary: 'cookie' };

const kept = {
  page: 'public, max-age=0, s-maxage=0, must-revalidate',
  picture: 'public, max-age=0, s-maxage=300',
};

/**
 * Clients and proxies revalidate; pictures may be cached for five minutes. Responses that depend on
 * a cookie are private.
 */
export function shareHeaders(
  request: Request,
  answer: PublicShare | UnavailableShare,
  kind: keyof typeof kept,
): Record<string, string> {
  let isPublic = isPublicShare(answer) && !answer.has_password && !request.headers.get('cookie');
  return { ...outsideHeaders, 'cache-control': isPublic ? kept[kind] : 'private, no-store' };
}

export function sharePicture(share: PublicShare): SharePicture {
  let buckets = bucketsIn(share);
  return {
    title: share.title,
    total: formatCount(share.total, thingOf(share)),
    span: spanOf(share),
    change: changeOf(share.total_change)?.text ?? '',
    buckets,
    values: valuesAlong(share, buckets),
  };
}

function changeOf({ now, before, why }: Change): RelativeChange | null {
  return why ? null : relativeChange(now, before);
}

function thingOf({ counts }: PublicShare): string {
  return counts === 'downloads' ? 'download' : 'view';
}

function spanOf({ start_date: from, end_date: to }: PublicShare): string {
  return dayRangeLabel({ from, to });
}

function bucketsIn({ start_date: from, end_date: to, step }: PublicShare): TimeBucket[] {
  return timeBuckets(wholeDays({ from, to }), step, { today: to });
}

function valuesAlong({ series }: PublicShare, buckets: readonly TimeBucket[]): number[] {
  let byDate = new Map(series.map(({ date, total }) => [date, total]));
  return buckets.map(({ key }) => byDate.get(key) ?? 0);
}

export function sharePage(token: string, share: PublicShare) {
  let { days, longest_days, total, unique } = share;
  let of = figuresOf[share.counts === 'downloads' ? 'package' : 'tracking-pixel'];
  let noun = of.total.label;
  let buckets = bucketsIn(share);
  let series = [{ name: noun, values: valuesAlong(share, buckets) }];
  let withData = { from: share.first_day, to: share.end_date };
  let perDay = perDayOf({ ...share, days: withData, today: share.end_date });
  let title = `${noun} over time`;
  let bucketName = share.step === 'daily' ? 'Day' : 'Week';
  let hour = share.until.slice('2026-11-28T'.length, '2026-11-28T10:00'.length);
  let compared = (label: string, value: number, change: Change) => ({
    label,
    value: formatInteger(value),
    change: changeOf(change),
    before: `${formatInteger(change.before)} in the previous ${daysText(days)}, until ${hour}`,
    why: change.why,
  });
  return {
    title: share.title,
    noun,
    span: `${spanOf(share)} (UTC) · vs. the ${daysText(days)} before`,
    ranges: [...new Set([...shareDays.filter((one) => one < longest_days), longest_days])].map((one) => ({
      label: daysText(one),
      to: sharePath(token) + query({ days: String(one) }),
      on: one === days,
    })),
    cards: [
      compared(of.total.label, total, share.total_change),
      compared(of.users.label, unique, share.unique_change),
      { label: of.perDay.label, value: perDay.text || formatInteger(perDay.value), change: null, before: '', why: '' },
    ],
    notCompared: [...new Set([share.total_change.why, share.unique_change.why].filter(Boolean))],
    chart: { title, html: drawLineChart({ chart: lineChart(series, buckets), title, bucketName }) },
    lists: listsOf(share),
    /** Text version of the preview image. */
    summary: `${formatCount(total, thingOf(share))} in ${daysText(days)}, ${spanOf(share)}.`,
  };
}

interface SharedList {
  /** Singular: `Version`. */
  label: string;
  bars: Bar[];
}

function asIs(value: string): string {
  return value;
}

function listsOf(share: PublicShare): SharedList[] {
  let { total } = share;
  let list = (label: string, rows: PublicShare['versions'], unknown: string, nameOf = asIs): SharedList[] => {
    if (!rows) return [];
    let rest = total - rows.reduce((sum, row) => sum + row.total, 0);
    let byName = new Map<string, BarInput>();
    for (let { name, total: value } of rows) {
      let code = label === 'Country' ? name : '';
      let shown = { name: name === '' ? unknown : nameOf(name), code, value, isRest: name === '' };
      // Merges values with the same label, such as darwin and macos.
      shown.value += byName.get(shown.name)?.value ?? 0;
      byName.set(shown.name, shown);
    }
    let shown = [...byName.values()].sort((one, other) => other.value - one.value);
    let ordered = [...shown.filter((one) => !one.isRest), ...shown.filter((one) => one.isRest)];
    let all = rest > 0 ? [...ordered, { name: 'All others', value: rest, isRest: true }] : ordered;
    return [{ label, bars: bars(all, total) }];
  };
  return [
    ...list('Version', share.versions, 'No version'),
    ...list('Platform', share.platforms, 'Unknown platform', platformName),
    ...list('Client', share.clients, 'Unknown client'),
    ...list('Country', share.countries, 'Unknown country', countryName),
    ...list('Company', share.companies, 'Unknown company'),
  ];
}
