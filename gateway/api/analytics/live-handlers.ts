/** The newest events of an owner: once, and as a stream. */
import { liveApi } from 'contract/analytics/live';
import { serve, Streamed } from '../http/handler';
import { untilEnd } from '../http/sent-files';
import { liveEventStream, liveNow } from '../../reports/analytics/live';

export const liveEndpoints = serve(liveApi, {
  async getLiveEvents({ parts, owner, query }) {
    return liveNow(parts, owner.id, query);
  },

  async streamLiveEvents({ parts, owner, query, admitAgain, gone }) {
    let end = await parts.live.streams.hold(owner.id);
    let messages = liveEventStream(parts, { ownerId: owner.id, query, admitAgain, gone });
    // A proxy would otherwise keep what it has until there is more.
    return new Streamed(untilEnd(messages, end), { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  },
});
