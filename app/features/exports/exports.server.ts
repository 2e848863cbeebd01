/** Loaders and actions of the export pages, for people and organizations. */
import { type ActionFunctionArgs, data } from '@remix-run/node';
import { longFormBytesMax } from 'contract/floor/limits';
import { scheduledExportsApi } from 'contract/exports/scheduled-exports';
import { env } from '../../config/env.server';
import { requireFlag } from '../../session/require-flag.server';
import { emptyForm, readForm } from '../../forms/read-form.server';
import { readApiError } from '../../gateway/gateway-client.server';
import type { SignedIn } from '../../session/guards.server';
import { redirectWithToast } from '../../session/toast.server';
import type { NextStepContent } from '../../ui/empty-state';
import { pageNumber } from '../../ui/pager';
import { kindOptions, readDownload } from './downloads.server';
import { readExportChoices, readScheduledExports, ScheduledExportInput } from './scheduled-exports.server';

export interface ExportsPlace extends SignedIn {
  owner: string;
  home: string;
  /** Path of the archives, if permitted. */
  archive?: string | undefined;
}

export async function exportsPage<Fields>(
  url: URL,
  { call, owner, home, archive }: ExportsPlace,
  { fields, range }: { fields: Fields; range: unknown },
  next: NextStepContent | null,
) {
  let choices = await readExportChoices(call, owner);
  let schedules = env.flags.showS3ExportUi ? await readScheduledExports(call, owner, choices, pageNumber(url)) : null;
  let choice = readDownload(url.searchParams);
  return data(
    { home, archive, fields, kinds: kindOptions, choice, choices, schedules, next },
    { status: range ? 200 : 400 },
  );
}

export async function scheduleExport({ request }: ActionFunctionArgs, { call, owner, home }: ExportsPlace) {
  requireFlag('showS3ExportUi');
  let form = await readForm(request, ScheduledExportInput, { bytesMax: longFormBytesMax });
  if (!form.ok) return form.reply;
  let made = await call(scheduledExportsApi.createScheduledExport, { params: { owner }, body: form.value }).catch(
    form.refuse,
  );
  return made instanceof Response ? made : redirectWithToast(home, 'export_scheduled');
}

export async function removeExport({ request, params }: ActionFunctionArgs, { call, owner, home }: ExportsPlace) {
  requireFlag('showS3ExportUi');
  await readForm(request, emptyForm);
  await call(scheduledExportsApi.deleteScheduledExport, { params: { owner }, body: { id: params.exportId ?? '' } });
  return redirectWithToast(home, 'export_removed');
}

/** Exports yesterday immediately. */
export async function runExport({ request, params }: ActionFunctionArgs, { call, owner, home }: ExportsPlace) {
  requireFlag('showS3ExportUi');
  await readForm(request, emptyForm);
  try {
    await call(scheduledExportsApi.runScheduledExport, { params: { owner }, body: { id: params.exportId ?? '' } });
  } catch (thrown) {
    if ((await readApiError(thrown))?.code !== 'too-many-requests') throw thrown;
    return redirectWithToast(home, 'export_runs_already');
  }
  return redirectWithToast(home, 'export_started');
}
