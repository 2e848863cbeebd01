/** Loaders and actions of the import pages, for people and organizations. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { eventImportsApi, ImportOptions, type EventImport } from 'contract/exports/event-imports';
import { isErrorCode, messageOf } from 'contract/rules/errors';
import * as limits from 'contract/floor/limits';
import { openedAsOther } from '../../config/browser-messages';
import { openedAsField } from '../../session/opened-as';
import { rejectOtherUser } from '../../session/opened-as.server';
import { readPostedFile } from '../../forms/posted-file.server';
import { readForm } from '../../forms/read-form.server';
import { readApiError, sendFile } from '../../gateway/gateway-client.server';
import { serverPaths } from '../../links/paths.server';
import type { SignedIn } from '../../session/guards.server';
import { actedAs } from '../../session/session';
import { redirectWithToast } from '../../session/toast.server';
import { csvDownload, csvText } from '../../http/csv.server';
import { redirect } from '../../http/redirects.server';

interface Place extends SignedIn {
  owner: string;
  /** Path of the imports page. */
  imports: string;
}

export interface ImportLine extends Pick<EventImport, 'id' | 'status' | 'created_at' | 'created_by'> {
  name: string;
  to: string;
  bytes: number;
  done: number;
  total: number;
  stored: number;
  known: number;
  refused: number;
  leftOut: number;
}

const perPage = 20;

export async function readImportsPage({ request }: LoaderFunctionArgs, { call, owner, imports }: Place) {
  let after = new URL(request.url).searchParams.get('after') ?? undefined;
  let { event_imports } = await call(eventImportsApi.getEventImports, {
    params: { owner },
    query: { after, per_page: perPage },
  });
  let last = event_imports.length === perPage ? event_imports.at(-1)!.id : undefined;
  return { lines: event_imports.map((one) => lineOf(one, imports)), imports, first: !after, last };
}

/** Shows the errors of the file, or redirects to its preview. */
export async function uploadImport({ request, context }: ActionFunctionArgs, { session, owner, imports }: Place) {
  let file = await readPostedFile(request, 'file');
  // Browsers send a field without a file like this.
  if (file.name === '') {
    await file.drop();
    return json({ refused: 'Choose a file.' }, { status: 422 });
  }
  let opened = new URL(request.url).searchParams.get(openedAsField) ?? undefined;
  let given = { params: { owner }, query: { file_name: file.name.slice(-limits.importFileNameMax) } };
  try {
    rejectOtherUser(request, opened);
    let sent = { token: session.token, actingAs: actedAs(session), file: file.bytes };
    let { id } = await sendFile(context, sent, eventImportsApi.uploadEventImport, given);
    return redirect(serverPaths.eventImport(imports, id));
  } catch (thrown) {
    let said = await readApiError(thrown);
    await file.drop();
    if (!said || !(thrown instanceof Response) || said.code === openedAsOther || thrown.status === 403) throw thrown;
    let field = said.field === undefined ? '' : ` (${said.field})`;
    return json({ refused: said.message + field }, { status: thrown.status });
  }
}

export async function readImportPage({ params, request }: LoaderFunctionArgs, { call, owner, imports }: Place) {
  let of = { owner, id: params.importId ?? '' };
  let one = await call(eventImportsApi.getEventImport, { params: of });
  let asked = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ''));
  let options = ImportOptions.safeParse(asked);
  let preview =
    one.status === 'uploaded'
      ? await call(eventImportsApi.previewEventImport, {
          params: of,
          query: options.success ? options.data : {},
        }).catch(whyNot)
      : null;
  return {
    line: lineOf(one, imports),
    imports,
    format: one.format,
    isLog: one.format.startsWith('log-'),
    reason: isErrorCode(one.reason) ? messageOf(one.reason) : '',
    errors: one.error_log_sample.map(({ line, field, human_friendly_message }) => ({
      line: line ?? 0,
      field: field ?? '',
      message: human_friendly_message,
    })),
    errorsTo: serverPaths.eventImportErrors(imports, one.id),
    preview: preview && 'refused' in preview ? null : preview,
    refused: preview && 'refused' in preview ? preview.refused : '',
    options: options.success ? options.data : {},
  };
}

async function whyNot(thrown: unknown): Promise<{ refused: string }> {
  let said = await readApiError(thrown);
  if (!said) throw thrown;
  return { refused: said.message };
}

export async function startOrAbortImport({ request, params }: ActionFunctionArgs, { call, owner, imports }: Place) {
  let of = { owner, id: params.importId ?? '' };
  let form = await readForm(request, ImportOptions, { button: 'abort' });
  if (form.ok && form.isPressed) {
    await call(eventImportsApi.abortEventImport, { params: of });
    return redirectWithToast(imports, 'import_aborted');
  }
  if (!form.ok) return form.reply;
  let started = await call(eventImportsApi.startEventImport, { params: of, body: form.value }).catch(form.refuse);
  return started instanceof Response
    ? started
    : redirectWithToast(serverPaths.eventImport(imports, of.id), 'import_started');
}

export async function errorsFile({ params }: LoaderFunctionArgs, { call, owner }: Place): Promise<Response> {
  let log = await call(eventImportsApi.getEventImportLog, { params: { owner, id: params.importId ?? '' } });
  let rows = log.filter((line) => line.class !== 'info');
  let cells = rows.map(({ line, field, human_friendly_message: text }) => [line, field, text]);
  return csvDownload(csvText([['line', 'column', 'error'], ...cells]), 'import-errors.csv');
}

function lineOf(one: EventImport, imports: string): ImportLine {
  let { id, status, created_at, created_by, byte_count: bytes } = one;
  return {
    id,
    status,
    created_at,
    created_by,
    name: one.file_name,
    to: serverPaths.eventImport(imports, id),
    bytes,
    done: bytes > 0 ? one.bytes_read / bytes : 0,
    total: one.events_total,
    stored: one.events_successfully_imported,
    known: one.events_known,
    refused: one.events_failed_to_import,
    leftOut: one.events_left_out,
  };
}
