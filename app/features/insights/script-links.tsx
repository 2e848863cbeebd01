/** "Copy a link for scripts": curl lines that fetch the report's events without any other token, renewed while the page stays open. */
import { useEffect, useState } from 'react';
import { CopyText } from '../../ui/copy-text';
import { useHydrated } from '../../ui/hydrated';
import type { ScriptLinks } from './script-links.server';

const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' });

interface ScriptLinksPanelProps {
  loaded: ScriptLinks;
  /** Address that answers with new ones. */
  from: string;
}

export function ScriptLinksPanel({ loaded, from }: ScriptLinksPanelProps) {
  let { lines, until, error } = useFreshLinks(loaded, from);
  let hydrated = useHydrated();
  return (
    <details className="relative text-sm">
      <summary className="cursor-pointer text-accent underline">Copy a link for scripts</summary>
      <div className="mt-2 flex flex-col gap-3 rounded-md border border-line bg-surface p-4 sm:absolute sm:right-0 sm:z-10 sm:w-136 sm:shadow-lg">
        {error ? <p role="status">{error}</p> : <p>Each line fetches a CSV file and needs no other token.</p>}
        {lines.map(({ label, command }, i) => (
          <div key={i} className="flex flex-col gap-1">
            <p className="font-medium">{label}</p>
            <CopyText text={command} label={`link: ${label}`} />
          </div>
        ))}
        {!error && (
          <p className="text-muted">
            Works until <time dateTime={until}>{time.format(new Date(until))} UTC</time>.{' '}
            {hydrated ? 'It is renewed while this page is open.' : 'Load this page again for a new one.'}
          </p>
        )}
      </div>
    </details>
  );
}

/** What the page came with, then what the server says every minute. */
function useFreshLinks(loaded: ScriptLinks, from: string): ScriptLinks {
  let [links, setLinks] = useState(loaded);
  useEffect(() => setLinks(loaded), [loaded]);
  useEffect(() => {
    let ended = false;
    let stop = () => {};
    void import('./fresh-links').then(({ keepFresh }) => {
      if (!ended) stop = keepFresh(from, setLinks);
    });
    return () => {
      ended = true;
      stop();
    };
  }, [from]);
  return links;
}
