/** Keeps the live page up to date by the stream of its owner while it is visible. */
import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { LiveMessage, LiveView } from './live.server';

const linesMax = 50;
const retryMs = 10_000;

export interface NowLive extends LiveView {
  /** Of how many events one is shown, where more come than the page lists. */
  oneOf: number;
}

/** `stream` is the address of the stream; null where the page stands still. */
export function useLive(loaded: LiveView, stream: string | null): NowLive {
  let [now, setNow] = useState<NowLive>({ ...loaded, oneOf: 1 });
  let { revalidate } = useRevalidator();
  useEffect(() => setNow({ ...loaded, oneOf: 1 }), [loaded]);
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
  if (isFirst) return { ...next, oneOf: 1 };
  let oneOf = Math.max(1, Math.round(newEvents / Math.max(1, next.lines.length)));
  return { ...next, lines: [...next.lines, ...before.lines].slice(0, linesMax), oneOf };
}
