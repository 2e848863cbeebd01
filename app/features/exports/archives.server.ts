/** Loaders and actions of the archive pages, for people and organizations. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { archivesApi, type Archive } from 'contract/exports/archives';
import { archiveDays } from 'contract/floor/limits';
import { downloadResponse } from '../../session/download-response.server';
import { emptyForm, readForm } from '../../forms/read-form.server';
import { readApiError, sendRoute } from '../../gateway/gateway-client.server';
import { actedAs } from '../../session/session';
import { redirectWithToast } from '../../session/toast.server';
import { formatCount } from '../../ui/numbers';
import type { ExportsPlace } from './exports.server';
import { sizeOf } from './scheduled-exports.server';

export interface ArchiveLine extends Pick<Archive, 'id' | 'status' | 'created_at' | 'ends_at'> {
  by: string;
  /** Contents, progress, or the reason of a failure. */
  about: string;
  file: string;
  removal: string;
}

export async function archivesPage({ call, owner, home }: ExportsPlace) {
  let { results } = await call(archivesApi.getArchives, { params: { owner } });
  let isOpen = results.some(({ status }) => status === 'waiting' || status === 'running');
  return { lines: results.map((one) => lineOf(one, home)), home, isOpen, days: archiveDays };
}

function lineOf(archive: Archive, home: string): ArchiveLine {
  let { id, status, created_at, ends_at, requested_by } = archive;
  let path = `${home}/${encodeURIComponent(id)}`;
  return {
    id,
    status,
    created_at,
    ends_at,
    by: requested_by ?? 'a former member',
    about: aboutOf(archive),
    file: `${path}/file`,
    removal: `${path}/removal`,
  };
}

function aboutOf({ status, reason, events, bytes, files_done, files_total }: Archive): string {
  if (status === 'done') return `${formatCount(events, 'event')}, ${sizeOf(bytes)}`;
  if (status === 'failed') return reason ?? '';
  return files_total > 0 ? `${files_done} of ${formatCount(files_total, 'part')}` : '';
}

export async function askForArchive({ request }: ActionFunctionArgs, { call, owner, home }: ExportsPlace) {
  await readForm(request, emptyForm);
  try {
    await call(archivesApi.createArchive, { params: { owner } });
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (said?.code === 'archive-is-being-made') return redirectWithToast(home, 'archive_is_being_made');
    if (said?.code === 'too-little-room') return redirectWithToast(home, 'too_little_room');
    throw thrown;
  }
  return redirectWithToast(home, 'archive_requested');
}

export async function handleArchiveDeletion(
  { request, params }: ActionFunctionArgs,
  { call, owner, home }: ExportsPlace,
) {
  await readForm(request, emptyForm);
  await call(archivesApi.deleteArchive, { params: { owner, id: params.archiveId ?? '' } });
  return redirectWithToast(home, 'archive_deleted');
}

export async function archiveFile({ context, params }: LoaderFunctionArgs, place: ExportsPlace): Promise<Response> {
  let { session, owner, home } = place;
  let given = { params: { owner, id: params.archiveId ?? '' } };
  let sent = { token: session.token, actingAs: actedAs(session) };
  let file = sendRoute(context, sent, archivesApi.getArchiveFile, given);
  return downloadResponse(file, home, 'landfall.tar.gz');
}
