/**
 * Metrics that are served even when the stores are down: the state of each part, the journal's
 * backlog, disk, certificates and the last backup. Metrics that need the stores are in the
 * gateway's registry.
 */
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { watchBacklog, type Lag } from 'journal/backlog';
import { registerGauge, registerLabelledGauge, registerProcessMetrics, readyMetric } from 'net/metrics';
import { Registry } from 'prom-client';
import { lastBackup } from './backup-request';
import { watchCertificates } from './certificates';
import type { OpenGateway } from './gateway';
import type { Settings } from './settings';
import { registerBuild } from './version';

export interface ObservedProcess {
  parts(): Record<string, boolean>;
  /** The gateway, also while its stores have a problem; undefined before it was opened. */
  gateway(): Pick<OpenGateway, 'journal'> | undefined;
  /** This process stores events; others have no journal. */
  storesEvents: boolean;
  /** `landfall backup` copies the data of this process. */
  isBackedUp: boolean;
  /** Earlier processes that ended by themselves. */
  exits?: number | undefined;
}

/** Values are read when the registry is. */
export function openProcessMetrics(
  settings: Settings,
  { parts, gateway, storesEvents, isBackedUp, exits }: ObservedProcess,
): Registry {
  let folder = path.resolve(settings.DATA_DIR);
  let registry = new Registry();
  registerProcessMetrics(registry, 'store', exits);
  registerBuild(registry, 'store');
  registerLabelledGauge(registry, readyMetric, () =>
    Object.fromEntries(Object.entries(parts()).map(([part, works]) => [part, Number(works)])),
  );
  registerGauge(
    registry,
    { name: 'landfall_disk_free_bytes', help: 'Bytes free on the disk of DATA_DIR.' },
    async () => {
      let { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  );
  registerGauge(registry, { name: 'landfall_disk_bytes', help: 'Bytes of the disk of DATA_DIR.' }, async () => {
    let { blocks, bsize } = await statfs(folder);
    return blocks * bsize;
  });
  let certificates = watchCertificates(settings);
  registerLabelledGauge(
    registry,
    {
      name: 'landfall_certificate_end_timestamp_seconds',
      help: 'Expiry of the certificate of a public host; checked hourly.',
      label: 'host',
    },
    certificates.ends,
  );
  if (storesEvents) lagMetrics(registry, folder, () => gateway()?.journal());
  if (isBackedUp)
    registerGauge(
      registry,
      { name: 'landfall_last_backup_timestamp_seconds', help: 'Time of the last backup; 0 if none.' },
      () => (lastBackup(folder) ?? 0) / 1_000,
    );
  return registry;
}

function lagMetrics(registry: Registry, folder: string, ask: () => Promise<Lag> | undefined): void {
  let waiting = watchBacklog(folder, Date.now);
  registerGauge(
    registry,
    { name: 'landfall_journal_lag_bytes', help: 'Bytes of the journal that are not stored yet.' },
    async () => (await waiting.lag(ask)).bytes,
  );
  registerGauge(
    registry,
    { name: 'landfall_journal_lag_seconds', help: 'Age of the oldest event that is not stored yet.' },
    async () => {
      let { oldest } = await waiting.lag(ask);
      return oldest === null ? 0 : Math.max(0, Date.now() - oldest) / 1_000;
    },
  );
}
