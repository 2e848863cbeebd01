/** Days with unusually many downloads, why, and how to leave their cause out. */
import { type Spikes, spikesApi } from 'contract/analytics/spikes';
import * as limits from 'contract/floor/limits';
import { countDays } from 'contract/floor/days';
import { dayRangeLabel, type TimeBucket } from '../../charts/date-buckets.server';
import type { DrillDown } from '../../charts/drill-down.server';
import type { ChartFlag } from '../../charts/geometry.server';
import type { Call } from '../../gateway/gateway-client.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
import { timeZone } from '../../locale/reader-format';
import { formatCount, formatInteger } from '../../ui/numbers';
import { csvFile } from '../../http/csv.server';
import type { ReportPeriod, Selection } from './aggregate-query.server';
import type { ReportTables } from './report-tables.server';

interface SpikeLine {
  day: string;
  sentence: string;
  /** The report without the network or the user; empty if none explains the day. */
  without: string;
  cause: 'network' | 'user';
}

export interface SpikeReport {
  /** Each user counted at most once a day. */
  visitorDays: number;
  usual: string;
  /** URL of the CSV file. */
  file: string;
  lines: SpikeLine[];
  flags: ChartFlag[];
}

/** Fewer have no usual number. */
const daysMin = 7;

interface SpikePeriod extends Pick<ReportPeriod, 'time' | 'days' | 'step'> {
  links: DrillDown;
  tables: ReportTables;
  buckets: readonly TimeBucket[];
}

/** Null for reports without packages, by hour, or of few or very many days. */
async function querySpikes(
  call: Call,
  owner: string,
  { packages, filterId, where, withoutNoise }: Selection,
  { time, days, step }: Pick<ReportPeriod, 'time' | 'days' | 'step'>,
): Promise<Spikes | null> {
  let length = countDays(days);
  if (packages === 'none' || step === 'hourly' || length < daysMin || length > limits.dailyDaysMax) return null;
  return call(spikesApi.getSpikes, {
    params: { owner },
    query: {
      ...time,
      time_zone: timeZone(),
      package_id: packages,
      filter_id: filterId,
      where,
      exclude_audience: botAudiencesToExclude(withoutNoise),
    },
  });
}

const columns = [
  'Day',
  'Downloads',
  'Usual downloads',
  'Network',
  'Downloads of the network',
  'Users of the network',
  'User',
  'Downloads of the user',
];

/** One row per day; without a cause, its columns are empty. */
export async function spikesCsv(
  call: Call,
  owner: string,
  period: ReportPeriod,
  selection: Selection,
): Promise<Response> {
  let found = await querySpikes(call, owner, selection, period);
  let rows = (found?.days ?? []).map(({ day, downloads, network, user }) => [
    day,
    downloads,
    found?.usual_downloads,
    network?.name,
    network?.downloads,
    network?.users,
    user?.id,
    user?.downloads,
  ]);
  return csvFile('spikes', period.days, [columns, ...rows]);
}

export async function readSpikes(
  call: Call,
  owner: string,
  selection: Selection,
  { links, tables, buckets, ...period }: SpikePeriod,
): Promise<SpikeReport | null> {
  let found = await querySpikes(call, owner, selection, period);
  if (!found) return null;
  let named = found.days.map(({ day, downloads, network, user }) => ({
    at: day,
    day: dayRangeLabel({ from: day, to: day }),
    downloads: formatCount(downloads, 'download'),
    reason: reasonOf(network, user),
    without: conditionsWithout(network, user).map((condition) => links.toRows([condition]))[0] ?? '',
    cause: network ? ('network' as const) : ('user' as const),
  }));
  return {
    visitorDays: found.visitor_days,
    file: tables.file('spikes'),
    usual: formatCount(found.usual_downloads, 'download'),
    lines: named.map(({ day, downloads, reason, without, cause }) => ({
      day,
      sentence: `${downloads}. ${reason}`,
      without,
      cause,
    })),
    flags: named
      .filter(({ without }) => without)
      .map(({ at, day, downloads, reason }) => ({
        at: buckets.findLastIndex(({ key }) => key <= at),
        label: 'Spike',
        text: `${day}: ${downloads}. ${reason}`,
      })),
  };
}

type Cause = Spikes['days'][number];

function reasonOf(network: Cause['network'], user: Cause['user']): string {
  if (network)
    return `${formatInteger(network.downloads)} came from one network, ${network.name} (${formatCount(network.users, 'user')}).`;
  if (user) return `${formatInteger(user.downloads)} came from one user.`;
  return 'No single known network or user explains them.';
}

function conditionsWithout(network: Cause['network'], user: Cause['user']): string[] {
  if (network) return [`request_origin_network:not-equals:${network.name}`];
  return user ? [`request_origin_id:not-equals:${user.id}`] : [];
}

export function withSpikeFlags(flags: readonly ChartFlag[], spikes: SpikeReport | null): ChartFlag[] {
  return [...flags, ...(spikes?.flags ?? [])].sort((a, b) => a.at - b.at);
}
