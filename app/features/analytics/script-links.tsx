/** `curl` lines for the events of a report, renewed while the page is open. */
import { useEffect, useState } from 'react';
import { timeZone } from '../../locale/reader-format';
import { onePathRefreshMs } from '../../locale/delays';
import { Card } from '../../ui/card';
import { clockTime } from '../../ui/clock';
import { CopyText } from '../../ui/copy-text';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { ScriptLinks } from './event-exports.server';

interface ScriptLinksCardProps {
  loaded: ScriptLinks;
  from: string;
}

export function ScriptLinksCard({ loaded, from }: ScriptLinksCardProps) {
  let { lines, until, error } = useFreshLinks(loaded, from);
  let hydrated = useHydrated();
  return (
    <Card>
      <div className="flex flex-col gap-4">
        {error && <p role="status">{error}</p>}
        {lines.map(({ label, command }, i) => (
          <div key={i} className="flex flex-col gap-1">
            <h2 className="text-sm font-medium">{label}</h2>
            <CopyText text={command} label={`link: ${label}`} wrap />
          </div>
        ))}
        {!error && (
          <p className="text-sm text-muted">
            Works until{' '}
            <time dateTime={until}>
              {clockTime(until)} {timeZone()}
            </time>
            , for this file alone.{' '}
            {hydrated ? 'It is renewed while this page is open.' : 'Load this page again for a new one.'}
          </p>
        )}
      </div>
    </Card>
  );
}

/** New links every minute (spec section 9). */
function useFreshLinks(loaded: ScriptLinks, from: string): ScriptLinks {
  let [links, setLinks] = useState(loaded);
  useEffect(() => setLinks(loaded), [loaded]);
  useEffect(() => {
    let renew = async () => {
      let fresh = await fetchScriptLinks(from);
      if (fresh) setLinks(fresh);
    };
    let timer = setInterval(() => void renew(), onePathRefreshMs);
    return () => clearInterval(timer);
  }, [from]);
  return links;
}

/** Null without a response or when signed out: the links then stay as they are. */
export async function fetchScriptLinks(address: string): Promise<ScriptLinks | null> {
  try {
    let answer = await fetch(address, { redirect: 'manual', headers: { accept: 'application/json' } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
