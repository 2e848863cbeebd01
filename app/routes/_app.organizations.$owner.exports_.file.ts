/** The file of the download form of exports, or the form again when there is none. */
import * as limits from 'contract/floor/limits';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { rangeQuery, readRange } from '../features/date-range/range.server';
import { aggregatesFileName, downloadQuery, kindFile, readDownload } from '../features/exports/downloads.server';
import { artifactSelection } from '../features/analytics/aggregate-query.server';
import { reportEventsFile } from '../features/analytics/event-exports.server';
import { readOwnerArtifacts, rejectUnknownArtifacts } from '../features/analytics/report-params.server';
import { redirect } from '../http/redirects.server';
import { paths } from '../links/paths';
import { downloadResponse } from '../session/download-response.server';
import { requireSettingsRole } from '../session/settings.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  let { call, owner, session } = settings;
  let query = new URL(args.request.url).searchParams;
  let { fields, range } = readRange(query, Date.now(), { daysMax: limits.exportDaysMax });
  let choice = readDownload(query);
  let page = paths.settings(settings, 'exports', { ...rangeQuery(fields), ...downloadQuery(choice) });
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
  let { time, days } = range;
  let of = { context: args.context, token: session.token, owner, time };
  let { kind } = choice;
  let file =
    kind === 'events' ? reportEventsFile({ ...of, selection }) : kindFile({ ...of, choice: { ...choice, kind } });
  return (
    (await downloadResponse(file, page, aggregatesFileName(owner, days))) ??
    redirectWithToast(page, 'nothing_to_download')
  );
}
