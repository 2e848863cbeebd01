/** Brings a page up to date every few seconds: its data by script, the whole page without. */
import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { WithoutScripts } from './without-scripts';

export function Refresh({ seconds }: { seconds: number }) {
  let { revalidate } = useRevalidator();
  useEffect(() => {
    let timer = setInterval(() => document.hidden || revalidate(), seconds * 1_000);
    return () => clearInterval(timer);
  }, [revalidate, seconds]);
  return <WithoutScripts seconds={seconds} />;
}
