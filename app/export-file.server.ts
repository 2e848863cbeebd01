/** The file of the download form of exports, or the form again when there is none. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { rangeQuery, readRange } from './features/date-range/range.server';
import { aggregatesFile, aggregatesFileName, downloadQuery, readDownload } from './features/exports/downloads.server';
import type { ExportsPlace } from './features/exports/exports.server';
import { artifactSelection } from './features/analytics/aggregate-query.server';
import { reportEventsFile } from './features/analytics/event-exports.server';
import { readOwnerArtifacts, rejectUnknownArtifacts } from './features/analytics/report-params.server';
import { fileOr } from './session/file-answer.server';
import type { DownloadQuery } from './links/paths';
import { redirect } from './http/redirects.server';
import { redirectWithToast } from './session/toast.server';

/** `pageOf` is the page of the exports with a form that is filled in. */
export async function exportFile(
  { request, context }: LoaderFunctionArgs,
  { call, owner, session }: ExportsPlace,
  pageOf: (download: DownloadQuery) => string,
): Promise<Response> {
  let query = new URL(request.url).searchParams;
  let { fields, range } = readRange(query, Date.now());
  let choice = readDownload(query);
  let page = pageOf({ ...rangeQuery(fields), ...downloadQuery(choice) });
  if (!range) return redirect(page);
  let { filterId, withoutNoise } = choice;
  let selection = {
    packages: artifactSelection(choice.package),
    pixels: artifactSelection(choice.pixel),
    filterId,
    withoutNoise,
  };
  // A started download can only be aborted, so the parameters are checked before.
  rejectUnknownArtifacts(await readOwnerArtifacts(call, owner), selection);
  let { days } = range;
  let of = { context, token: session.token, owner, days };
  let { kind } = choice;
  if (kind !== 'events')
    return fileOr(aggregatesFile({ ...of, choice: { ...choice, kind } }), page, aggregatesFileName(owner, days));
  return (await fileOr(reportEventsFile({ ...of, selection }), page)) ?? redirectWithToast(page, 'nothing_to_download');
}
