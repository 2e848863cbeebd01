/** The page of a package's versions: all its questions, and what it shows. */
import * as limits from 'contract/floor/limits';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { majorNameOf, majorNumber } from 'contract/packages/major-versions';
import { withdrawalOf, withdrawnVersionsApi, type WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import { versionList } from '../features/analytics/version-list.server';
import {
  firstOf,
  refusedRequests,
  versionCondition,
  versionReach,
  versionTimes,
} from '../features/analytics/version-reach.server';
import { readCountingNote } from '../features/counting/counting-note.server';
import { rangeQuery, rangeSteps, rangeTitle, readRange } from '../features/date-range/range.server';
import { requirePackage } from '../features/packages/require-package.server';
import { withOneLastEvent } from '../gateway/last-event.server';
import { packageNumbers } from './package.server';
import { secondary } from '../gateway/secondary.server';
import { type ReportQuery, sharedReportQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { localDay } from '../session/reader.server';
import { mayChange, mayExport } from '../session/roles.server';
import { pageNumber } from '../ui/pager';

type Found = Awaited<ReturnType<typeof requirePackage>>;

/** Of one version, without a choice. */
const usual = 'all-time';

/** The list of versions, or who downloaded the version of the address. */
export async function versionsPage(found: Found, args: LoaderFunctionArgs) {
  let { call: ask, item, params, role, isShared } = found;
  let { request, context } = args;
  let call = withOneLastEvent(ask, item.owner, context);
  let url = new URL(request.url);
  let query = url.searchParams;
  let version = versionIn(query, item.type);
  let now = Date.now();
  let withdrawals = call(withdrawnVersionsApi.getWithdrawnVersions, { params });
  let { owner, type, name } = item;
  let kept = sharedReportQuery(query);
  let page = { owner, name, type, kept, home: paths.packageVersions(owner, type, name, kept) };
  if (!version) {
    let { results } = await secondary(withdrawals, { results: [] });
    return { ...page, ...(await listOf(found, args, results)), reach: null };
  }
  let { results } = await withdrawals;
  let withdrawn = withdrawalOf(type, version, results);
  let isMajor = majorNumber(version, type) !== undefined;
  let major = isMajor || type === 'docker' ? undefined : majorNameOf(version);
  let ofMajor = results.find((one) => one.version === major);
  let isExcepted = (one: WithdrawnVersion) => one.version !== version && majorNameOf(one.version) === version;
  let exceptions = isMajor ? results.filter(isExcepted) : [];
  let times = await versionTimes(call, item, version, now);
  let firstDay = times && localDay(Date.parse(times.first));
  let { fields, range } = readRange(query, now, { usual, firstDay });
  let report = { ...rangeQuery(fields), package: item.id, where: [versionCondition(item, version)] };
  let to = (change: ReportQuery) =>
    paths.packageVersions(owner, type, name, { ...kept, version, ...rangeQuery(fields, usual), ...change });
  let isAllTime = fields.range === usual;
  let instead = withdrawn?.redirect_to;
  let asked = range &&
    times && { time: range.time, isAllTime, times, report: isShared ? null : report, withdrawn, exceptions, now };
  return {
    ...page,
    ...noList,
    reach: {
      version,
      isMajor,
      fields,
      steps: rangeSteps(fields, to),
      found: asked ? await secondary(versionReach(call, item, version, asked)) : null,
      withdrawn,
      isException: ofMajor !== undefined && withdrawn !== ofMajor,
      exceptions: firstOf(exceptions.map((one) => one.version)),
      ofMajor: ofMajor && {
        ...ofMajor,
        to: paths.packageVersions(owner, type, name, { ...kept, version: ofMajor.version }),
      },
      insteadIsUnseen: Boolean(instead && !(await secondary(versionTimes(call, item, instead, now), true))),
      refused:
        withdrawn && !withdrawn.is_served ? await secondary(refusedRequests(call, item, version, now), null) : null,
      canRedirect: type === 'file',
      type,
      form: `${to({})}#withdrawal`,
      restoration: paths.packageVersionRestoration(owner, type, name),
      mayChange: mayChange(role),
      bellOf: mayChange(role) && !isShared && withdrawn && !withdrawn.is_served ? item.id : null,
      // Members of the package alone have no reports of its owner.
      analytics: isShared ? null : paths.analytics(owner, report),
      files:
        mayExport(role) && !isShared
          ? {
              companies: serverPaths.analyticsOverTime(owner, report, 'companies'),
              countries: serverPaths.analyticsOverTime(owner, { ...report, by: 'country' }, 'by'),
              events: serverPaths.analyticsExport(owner, report),
              parquet: serverPaths.analyticsExport(owner, report, 'parquet'),
            }
          : null,
    },
  };
}

const noList = { list: null, title: '', counted: null, around: null };

/** The list of versions, with their downloads in a range. */
async function listOf(found: Found, args: LoaderFunctionArgs, withdrawn: readonly WithdrawnVersion[]) {
  let { item, owner } = found;
  let { call, url, links, to, selection, range, page } = await packageNumbers(found, args, paths.packageVersions);
  if (!range) return { ...noList, around: page };
  let [list, counted] = await Promise.all([
    versionList(call, item, {
      period: range,
      selection,
      withdrawn,
      page: pageNumber(url),
      to: (version) => paths.packageVersions(owner, item.type, item.name, { ...links, version }),
    }),
    secondary(
      readCountingNote(call, owner, { ...selection, time: range.time }, { to: (noise) => to({ noise }) }),
      null,
    ),
  ]);
  return { list, title: rangeTitle(range), counted, around: page };
}

/** `v3.X` and `3.*` mean `3.x` as well. */
function versionIn(query: URLSearchParams, type: string): string {
  let version = query.get('version')?.trim().slice(0, limits.versionMax) ?? '';
  return type === 'docker' ? version : version.replace(/^v?(\d+)\.[xX*]$/, '$1.x');
}
