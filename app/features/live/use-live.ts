/** Keeps the live page up to date by the stream of its owner while it is visible. */
import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { LiveLine, LiveMessage, LiveView } from './live.server';

const linesMax = 50;
const retryMs = 10_000;

/** Of how many events one is listed: more than one where more came at once than a message has. */
type Sampled = LiveLine & { oneOf?: number };

export interface NowLive extends LiveView {
  lines: Sampled[];
}

/** `stream` is the address of the stream; null where the page stands still. */
export function useLive(loaded: LiveView, stream: string | null): NowLive {
  let [now, setNow] = useState<NowLive>(loaded);
  let { revalidate } = useRevalidator();
  useEffect(() => setNow(loaded), [loaded]);
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
        setNow((before) => merged(before, JSON.parse(data as string) as LiveMessage));
      };
      source.onerror = () => (isHeard = false);
    };
    // Where no stream comes through, the page is loaded again instead.
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
