/**
 * /organizations/[owner]/exports/file: the file of the download form, or the form again when there
 * is none. For owners and admins.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { rangeQuery, readRange } from '../features/date-range/range.server';
import { countsFile, countsFileName, downloadQuery, readDownload } from '../features/exports/downloads.server';
import { someOf } from '../features/insights/aggregation-client.server';
import { knownArtifacts, refuseUnknown } from '../features/insights/report-params.server';
import { eventFile } from '../features/insights/event-exports.server';
import { requireManager } from '../features/organizations/require-organization.server';
import { fileOr } from '../file-answer.server';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, session } = await requireManager(args);
  let query = new URL(args.request.url).searchParams;
  let { fields, range } = readRange(query, Date.now());
  let choice = readDownload(query);
  let page = paths.organizationExports(owner, { ...rangeQuery(fields), ...downloadQuery(choice) });
  if (!range) return redirect(page);
  let selection = { packages: someOf(choice.package), pixels: someOf(choice.pixel), filterId: choice.filterId };
  // A started download can only be aborted, so the parameters are checked before.
  refuseUnknown(await knownArtifacts(call, owner), selection);
  let { days } = range;
  let request = { context: args.context, token: session.token, owner, days };
  let { kind } = choice;
  if (kind !== 'events')
    return fileOr(countsFile({ ...request, choice: { ...choice, kind } }), page, countsFileName(owner, days));
  return (await fileOr(eventFile({ ...request, selection }), page)) ?? redirectWithToast(page, 'nothing_to_download');
}
