import { wholeDays } from 'contract/analytics/asked-time';
import * as limits from 'contract/floor/limits';
import { type Package, packagesApi } from 'contract/packages/packages';
import type { AnswerOf } from 'contract/rules/route';
import { pixelsApi, type TrackingPixel } from 'contract/packages/pixels';
import { addDays } from 'contract/floor/days';
import { defaultHost, pixelHost, pixelSnippet, tryPixel } from '../../gateway/gateway-addresses';
import { packageCommand, testCommand } from '../../text/package-command';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { gatewayOrigin } from '../../gateway/gateway-origin.server';
import type { DrillDown } from '../../charts/drill-down.server';
import { createAggregateQuery, allArtifacts, type ReportPeriod, type Selection } from './aggregate-query.server';
import type { ReportTables } from './report-tables.server';
import type { DrawnLine } from './total-cards.server';
import { overviewData, type OverviewData } from './overview-data.server';

type PackageItem = AnswerOf<typeof packagesApi.getPackagesOverview>['results'][number];

export interface FirstStep {
  name: string;
  isPixel: boolean;
  /** Where its downloads or views arrive. */
  host: string;
  command: string;
  /** Empty if there is none. */
  tryLine: string;
}

export type HomeData =
  | { state: 'new' }
  | { state: 'waiting'; first: FirstStep | null; createdAt: string; item: Package | undefined }
  /** The filter or bot switch excludes all events. */
  | { state: 'hidden' }
  | { state: 'active'; overview: OverviewData };

export async function readHome(
  call: Call,
  owner: string,
  period: ReportPeriod,
  asked: { selection: Selection; links: DrillDown; tables: ReportTables; drawn: DrawnLine },
): Promise<HomeData> {
  let { selection } = asked;
  let one = { params: { owner }, query: { per_page: 1 } };
  let [artifacts, overview] = await Promise.all([
    secondary(Promise.all([call(packagesApi.getPackagesOverview, one), call(pixelsApi.getTrackingPixels, one)]), null),
    overviewData(call, owner, period, asked),
  ]);
  let active: HomeData = { state: 'active', overview };
  if (overview.hasEvents || !artifacts) return active;
  let [packages, pixels] = artifacts;
  let { today } = period;
  let time = wholeDays({ from: addDays(today, 1 - limits.yearDays), to: today });
  let hasEvents = async (of: Selection) =>
    (await createAggregateQuery(call, owner, of)({ time, uniques: 'none' })).length > 0;
  let leavesOut = selection.filterId || selection.withoutNoise || selection.where?.length;
  let isCounted = await secondary(hasEvents(selection), true);
  if (isCounted) return active;
  if (leavesOut && (await secondary(hasEvents(allArtifacts), false))) return { state: 'hidden' };
  if (packages.total + pixels.total === 0) return { state: 'new' };
  let [item, pixel] = [packages.results[0], pixels.results[0]];
  let { created_at: createdAt } = (item?.package ?? pixel)!;
  return { state: 'waiting', first: firstStep(item, pixel), createdAt, item: item?.package };
}

/** Null without an artifact that has a command. */
export async function readFirstStep(call: Call, owner: string): Promise<FirstStep | null> {
  let one = { params: { owner }, query: { per_page: 1 } };
  let [packages, pixels] = await Promise.all([
    secondary(call(packagesApi.getPackagesOverview, one), null),
    secondary(call(pixelsApi.getTrackingPixels, one), null),
  ]);
  return firstStep(packages?.results[0], pixels?.results[0]);
}

function firstStep(item: PackageItem | undefined, pixel: TrackingPixel | undefined): FirstStep | null {
  if (item) {
    let { package: found, domains, routes } = item;
    let command = packageCommand(gatewayOrigin, found, domains, routes);
    let tryLine = testCommand(gatewayOrigin, found, domains, routes) ?? '';
    let host = defaultHost(gatewayOrigin, found.owner, found.type);
    return command && { name: found.name, isPixel: false, host, command: command.text, tryLine };
  }
  if (!pixel) return null;
  let host = pixelHost(gatewayOrigin);
  let command = pixelSnippet(gatewayOrigin, host, pixel.id);
  return { name: pixel.name, isPixel: true, host, command, tryLine: tryPixel(gatewayOrigin, pixel.id) };
}
