/** /live/:owner/stream: what the live page shows, as server-sent events. */
import { Readable } from 'node:stream';
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import { liveApi } from 'contract/analytics/live';
import { liveViewStream } from '../features/live/live.server';
import { sendRoute } from '../gateway/gateway-client.server';
import { requireOwner } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, session } = await requireOwner(args);
  let answer = await sendRoute(args.context, { token: session.token }, liveApi.streamLiveEvents, { params: { owner } });
  let messages = Readable.from(answer.body ? liveViewStream(answer.body) : []);
  // A proxy that keeps what it has until there is more would keep the page from being live.
  let headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
  return new Response(createReadableStreamFromReadable(messages), { headers });
}
