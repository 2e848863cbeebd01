/** The events of a report as one CSV file, passed on from the gateway as they come. */
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type AppLoadContext, createReadableStreamFromReadable } from '@remix-run/node';
import type { Days } from '../../charts/days.server';
import { sendRoute } from '../../gateway-client.server';
import type { Selection } from './aggregation-client.server';
import { exportsOf } from './exports.server';

const lineFeed = 0x0a;

type Source = () => Promise<Response>;

interface FileRequest {
  context: AppLoadContext;
  token: string;
  owner: string;
  days: Days;
  selection: Selection;
}

/**
 * The file of all chosen packages and pixels, null when none is chosen. Refusals of the first part
 * are thrown before anything is sent;
 * a later part that fails breaks the download off, so that it is not taken for a whole one.
 */
export async function eventFile(request: FileRequest): Promise<Response | null> {
  let [first, ...more] = sourcesOf(request);
  if (!first) return null;
  let head = await first();
  let headers = new Headers({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
  let name = head.headers.get('content-disposition');
  headers.set('content-disposition', name ?? 'attachment; filename="events.csv"');
  return new Response(createReadableStreamFromReadable(Readable.from(joined(head, more))), { headers });
}

function sourcesOf({ context, token, owner, days, selection }: FileRequest): Source[] {
  let query = { start_date: days.from, end_date: days.to, filter_id: selection.filterId };
  return exportsOf(owner, selection).map(
    ({ route, params }) =>
      () =>
        sendRoute(context, token, route, { params, query }),
  );
}

/** The parts one after the other; only the first keeps its line of column names. */
async function* joined(head: Response, more: Source[]): AsyncGenerator<Uint8Array> {
  yield* chunksOf(head);
  for (let source of more) {
    yield* withoutFirstLine(chunksOf(await source()));
  }
}

function chunksOf({ body }: Response): AsyncIterable<Uint8Array> {
  return body ? Readable.fromWeb(body as NodeReadableStream<Uint8Array>) : Readable.from([]);
}

async function* withoutFirstLine(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let inFirstLine = true;
  for await (let chunk of body) {
    let end = inFirstLine ? chunk.indexOf(lineFeed) : -1;
    if (inFirstLine && end < 0) continue;
    inFirstLine = false;
    yield chunk.subarray(end + 1);
  }
}
