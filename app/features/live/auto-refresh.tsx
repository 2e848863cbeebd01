/** Refreshes a page every few seconds: its data with scripts, the whole page without. */
import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

export function AutoRefresh({ seconds }: { seconds: number }) {
  let { revalidate } = useRevalidator();
  useEffect(() => {
    let timer = setInterval(() => document.hidden || revalidate(), seconds * 1_000);
    return () => clearInterval(timer);
  }, [revalidate, seconds]);
  return <RefreshWithoutScripts seconds={seconds} />;
}

/** Reloads the page in browsers without scripts. */
export function RefreshWithoutScripts({ seconds }: { seconds: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
