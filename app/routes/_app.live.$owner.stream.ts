/** /live/:owner/stream: what the live page shows, as server-sent events. */
import { Readable } from 'node:stream';
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import { liveApi } from 'contract/analytics/live';
import { liveViewStream } from '../features/live/live.server';
import { sendRoute } from '../gateway/gateway-client.server';
import { requireOwner } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, session } = await requireOwner(args).catch((refused: unknown) => {
    // An EventSource would read the page it is redirected to, and complain. 204 ends it silently;
    // the page, which asks again by itself, follows the redirect.
    let isEventSource = args.request.headers.get('accept') === 'text/event-stream';
    throw isEventSource && refused instanceof Response && refused.headers.has('location')
      ? new Response(null, { status: 204 })
      : refused;
  });
  let answer = await sendRoute(args.context, { token: session.token }, liveApi.streamLiveEvents, { params: { owner } });
  let messages = Readable.from(answer.body ? liveViewStream(answer.body) : []);
  // A proxy that keeps what it has until there is more would keep the page from being live.
  let headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
  return new Response(createReadableStreamFromReadable(messages), { headers });
}
