/** The page of a package's versions: all its questions, and what it shows. */
import * as limits from 'contract/floor/limits';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { majorNameOf, majorNumber } from 'contract/packages/major-versions';
import { withdrawalOf, withdrawnVersionsApi, type WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import {
  firstOf,
  refusedRequests,
  versionCondition,
  versionList,
  versionReach,
  versionTimes,
} from '../features/analytics/version-reach.server';
import { rangeQuery, rangeSteps, readRange } from '../features/date-range/range.server';
import { requirePackage } from '../features/packages/require-package.server';
import { withOneLastEvent } from '../gateway/last-event.server';
import { secondary } from '../gateway/secondary.server';
import { type ReportQuery, sharedReportQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { localDay } from '../session/reader.server';
import { mayChange, mayExport } from '../session/roles.server';
import { pageNumber } from '../ui/pager';

/** Without a choice. */
const usual = 'all-time';

/** The list of versions, or who downloaded the version of the address. */
export async function versionsPage(
  { call: ask, item, params, role, isShared }: Awaited<ReturnType<typeof requirePackage>>,
  { request, context }: LoaderFunctionArgs,
) {
  let call = withOneLastEvent(ask, item.owner, context);
  let url = new URL(request.url);
  let query = url.searchParams;
  let version = versionIn(query, item.type);
  let now = Date.now();
  let { results } = await call(withdrawnVersionsApi.getWithdrawnVersions, { params });
  let { owner, type, name } = item;
  let kept = sharedReportQuery(query);
  let page = { owner, name, type, kept, home: paths.packageVersions(owner, type, name, kept) };
  if (!version)
    return { ...page, list: await versionList(call, item, results, { now, page: pageNumber(url), kept }), reach: null };
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
    list: null,
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

/** `v3.X` and `3.*` mean `3.x` as well. */
function versionIn(query: URLSearchParams, type: string): string {
  let version = query.get('version')?.trim().slice(0, limits.versionMax) ?? '';
  return type === 'docker' ? version : version.replace(/^v?(\d+)\.[xX*]$/, '$1.x');
}
