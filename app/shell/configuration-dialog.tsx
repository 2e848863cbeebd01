/** 'App Configuration'. Loaded on demand by dialogs.tsx. */
import { useEffect, useState } from 'react';
import { configurationFailed } from '../config/browser-messages';
import { paths } from '../links/paths';
import { DialogPanel } from '../ui/dialog-panel';
import { LoadingRing } from '../ui/loading';
import type { Configuration } from './configuration.server';
import { ConfigurationList } from './configuration-list';

export function ConfigurationDialog({ onClose }: { onClose: () => void }) {
  let [configuration, setConfiguration] = useState<Configuration | 'failed' | null>(null);
  useEffect(() => {
    let stopped = new AbortController();
    askConfiguration(stopped.signal).then(
      setConfiguration,
      () => !stopped.signal.aborted && setConfiguration('failed'),
    );
    return () => stopped.abort();
  }, []);
  return (
    <DialogPanel title="App Configuration" onClose={onClose}>
      {configuration === null && <LoadingRing label="Loading" className="text-xl text-muted" />}
      {configuration === 'failed' && <p role="alert">{configurationFailed}</p>}
      {configuration && configuration !== 'failed' && <ConfigurationList configuration={configuration} />}
    </DialogPanel>
  );
}

/** Throws without a response, or on a redirect to the sign-in page. */
async function askConfiguration(signal: AbortSignal): Promise<Configuration> {
  let headers = { accept: 'application/json' };
  let answer = await fetch(paths.appConfigurationData(), { redirect: 'manual', headers, signal });
  if (!answer.ok) throw new Error('no configuration');
  return answer.json();
}
