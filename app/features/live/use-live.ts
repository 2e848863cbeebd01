/** Updates the live page from its event stream while it is visible. */
import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { LiveLine, LiveMessage, LiveView } from './live.server';

const linesMax = 50;
const retryMs = 10_000;

/** One of how many events, if more arrived than a message holds. */
type Sampled = LiveLine & { oneOf?: number };

export interface NowLive extends LiveView {
  lines: Sampled[];
}

/** `stream`: its URL; null to pause. */
export function useLive(loaded: LiveView, stream: string | null): NowLive {
  let [now, setNow] = useState<NowLive>(loaded);
  let { revalidate } = useRevalidator();
  useEffect(() => setNow(loaded), [loaded]);
  // The stream has no countries: the page asks for them once a minute.
  let isBehind = now.minute > loaded.minute;
  useEffect(() => {
    if (isBehind) revalidate();
  }, [isBehind, revalidate]);
  useEffect(() => {
    if (stream === null) return;
    let source: EventSource | undefined;
    let isHeard = false;
    let follow = () => {
      source?.close();
      source = undefined;
      isHeard = false;
      if (document.hidden) return;
      source = new EventSource(stream);
      source.onmessage = ({ data }) => {
        isHeard = true;
        setNow((before) => merged(before, JSON.parse(data)));
      };
      source.onerror = () => (isHeard = false);
    };
    // Without a stream (a proxy may buffer it) the page reloads its data.
    let timer = setInterval(() => {
      if (isHeard || document.hidden) return;
      revalidate();
      if (source?.readyState !== EventSource.CONNECTING) follow();
    }, retryMs);
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
      source?.close();
    };
  }, [stream, revalidate]);
  return now;
}

function merged(before: NowLive, { isFirst, newEvents, ...next }: LiveMessage): NowLive {
  if (isFirst) return next;
  let oneOf = Math.round(newEvents / next.lines.length);
  let lines = next.lines.map((line) => ({ ...line, oneOf }));
  return { ...next, lines: [...lines, ...before.lines].slice(0, linesMax) };
}
