/** How tools/tests/test-alerts.ts makes each alert fire, and ends what it did. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { packageHost, sharedHostOf } from 'contract/packages/package-types/hosts';
import { dayMs } from 'contract/floor/time';
import { noteBackup } from '../../../server/backup-request';
import { processesOf, type BuiltProduct } from '../../bench/product';
import { ask, dashboardPort } from '../trouble-product';
import { flipBytes, takeStoreAway } from './event-file';
import { call, domain, fires, killAll, until, type Mend, type World } from './world';

interface Case {
  alert: string;
  /** For an alert that is about several: the one meant. */
  label?: string;
  /** Harms; gives what ends it. Called again and again where it returns nothing. */
  harm(world: World): Promise<Mend | undefined> | Mend | undefined;
  /** For one that fires on for longer than a test can wait. */
  firesOn?: true;
}

/** Runs of a job one after the other, which wait 30 s for their storage each. */
const silentRuns = 12;

/** The start of the edge that was killed last. */
let killedEdge: string | undefined;

export const cases: Case[] = [
  {
    // The first, since others kill processes as well.
    alert: 'LandfallRestarts',
    // One that is killed before it was scraped may not have begun.
    async harm({ product, prometheus }) {
      let seen = await prometheus.scraped('landfall_edge_process_start_time_seconds');
      if (seen !== undefined && seen !== killedEdge) await killAll(product, 'edge');
      killedEdge = seen ?? killedEdge;
      return undefined;
    },
  },
  { alert: 'LandfallPartAway', label: 'stores', harm: takeStoreAway },
  {
    alert: 'LandfallEventsNotStored',
    async harm(world) {
      let mend = await takeStoreAway(world);
      await until(() => fires(world, 'LandfallPartAway', 'stores'));
      for (let i = 0; i < 20; i++) await download(world.product, i);
      return mend;
    },
  },
  { alert: 'LandfallDiskFull', harm: ({ folder }) => fillDisk(folder, '300M') },
  { alert: 'LandfallDiskFills', harm: ({ folder }) => fillDisk(folder, '1100M') },
  { alert: 'LandfallJobFails', label: 'event-deletions', harm: ({ folder }) => takeTableAway(folder, 'tombstones') },
  { alert: 'LandfallJobStale', label: 'scheduled-exports', harm: exportToSilence },
  {
    alert: 'LandfallBackupTooOld',
    harm({ folder }) {
      noteBackup(folder, new Date(Date.now() - 3 * dayMs));
      return () => noteBackup(folder, new Date());
    },
  },
  {
    alert: 'LandfallPagesFail',
    harm: ({ folder, product }) =>
      whileAsked(takeTableAway(folder, 'share_links'), () => ask(dashboardPort(product), `/share/${'a'.repeat(43)}`)),
  },
  {
    alert: 'LandfallCallsFail',
    harm({ folder, product, tokens }) {
      let headers = { authorization: `Bearer ${tokens.ada}` };
      let mend = takeTableAway(folder, 'packages');
      return whileAsked(mend, () => ask(product.gatewayPort, '/v2/packages/ada', headers));
    },
  },
  { alert: 'LandfallDownloadsFail', harm: failDownloads },
  { alert: 'LandfallDeliveriesFail', harm: (world) => failToDeliver(world).then(() => undefined) },
  {
    alert: 'LandfallMailsGivenUp',
    async harm(world) {
      world.mails.refusal = () => 550;
      await call(world, 'POST', '/internal/password-resets', { email: 'linus@example.com' });
      return () => (world.mails.refusal = () => undefined);
    },
  },
  endingCertificate(`stats.${domain}`),
  endingCertificate(`*.npm.${domain}`),
  {
    // One process of two works, until neither can have the lock.
    alert: 'LandfallNoJobs',
    harm({ jobs: { postgres } }) {
      postgres.stop();
      return () => postgres.start();
    },
  },
  {
    alert: 'LandfallDown',
    harm({ product }) {
      let stores = processesOf(product.process.pid!).filter(({ role }) => role === 'store');
      for (let { pid } of stores) process.kill(pid, 'SIGSTOP');
      return () => stores.forEach(({ pid }) => process.kill(pid, 'SIGCONT'));
    },
  },
  { alert: 'LandfallClockInDoubt', harm: jumpAhead },
  {
    alert: 'LandfallDamageFound',
    async harm(world) {
      await flipBytes(world, 'summaries');
      await askReports(world);
      return () => undefined;
    },
    firesOn: true,
  },
  {
    // Summaries are made of the events.
    alert: 'LandfallRebuildFails',
    label: 'summaries',
    async harm(world) {
      let flipBack = await flipBytes(world, 'all');
      await askReports(world);
      return flipBack;
    },
  },
];

/** The others keep theirs, so that the alert is about this one. */
function endingCertificate(host: string): Case {
  return {
    alert: 'LandfallCertificateEnds',
    label: host,
    async harm({ showCertificate, product }) {
      // Looked at once an hour, and at the start.
      let show = (days: number) => {
        showCertificate(host, days);
        return killAll(product, 'store');
      };
      await show(5);
      return () => show(60);
    },
  };
}

function fillDisk(folder: string, length: string): Mend {
  let ballast = path.join(folder, 'ballast');
  spawnSync('fallocate', ['--length', length, ballast]);
  return () => rmSync(ballast);
}

function takeTableAway(folder: string, table: string): Mend {
  let records = new Database(path.join(folder, 'records.sqlite'));
  records.exec(`alter table ${table} rename to ${table}_away`);
  return () => {
    records.exec(`alter table ${table}_away rename to ${table}`);
    records.close();
  };
}

/** Asks again and again until `mend` is called. */
function whileAsked(mend: Mend, asks: () => unknown): Mend {
  let clients = setInterval(asks, 200);
  return () => {
    clearInterval(clients);
    return mend();
  };
}

async function download({ gatewayPort }: BuiltProduct, i: number): Promise<void> {
  let host = sharedHostOf('ada', domain);
  let { status } = await ask(gatewayPort, `/engine/9.0.${i}/engine-linux.zip`, { host });
  if (status !== 307) throw new Error(`A download was answered with ${status}`);
}

/** Clients ask again and again for a package whose registry is away. */
async function failDownloads(world: World): Promise<Mend> {
  let away = { type: 'npm', name: '@ada/away', repository_url: 'http://127.0.0.1:9/' };
  await call(world, 'POST', '/v2/packages/ada', away);
  let host = packageHost('npm', 'ada', domain);
  return whileAsked(
    () => undefined,
    () => ask(world.product.gatewayPort, '/@ada%2faway', { host }),
  );
}

/** A test message to a webhook that nobody listens at. */
async function failToDeliver(world: World): Promise<void> {
  let hook = { kind: 'webhook', name: `away ${Date.now()}`, url: 'http://127.0.0.1:9/hook' };
  let { id } = await call<{ id: string }>(world, 'POST', '/v2/destinations/ada', hook);
  await call(world, 'POST', `/v2/destinations/ada/${id}/tests`, {});
}

/** A run of exports that takes long, since their storage takes files and never answers. */
async function exportToSilence(world: World): Promise<Mend> {
  let { url, setSilent } = world.storage;
  let s3 = { type: 's3', region: 'eu-west-1', endpoint: url, access_key_id: 'key', secret_access_key: 'secret' };
  let ids: string[] = [];
  for (let i = 0; i < silentRuns; i++) {
    let body = { cloud_service_spec: { ...s3, s3_uri: `s3://alerts/${i}` } };
    ids.push((await call<{ id: string }>(world, 'POST', '/v2/exports/ada/schedule-export', body)).id);
  }
  setSilent(true);
  for (let id of ids) await call(world, 'POST', '/v2/exports/ada/schedule-export-history', { id });
  return () => setSilent(false);
}

/** As if the machine's clock had been set ten days ahead since its last look; an administrator confirms it. */
function jumpAhead(world: World): Mend {
  let records = new Database(path.join(world.folder, 'records.sqlite'));
  let seen = JSON.stringify({ time: Date.now() - 10 * dayMs });
  records.prepare(`update notes set text = ? where name = 'last time seen'`).run(seen);
  records.close();
  return async () => {
    let { doubt } = await call<{ doubt: { since: string } }>(world, 'GET', '/internal/admin/clock');
    await call(world, 'PUT', '/internal/admin/clock', { since: doubt.since });
  };
}

/** Reports that read all summaries. */
async function askReports({ product, tokens }: World): Promise<void> {
  let headers = { authorization: `Bearer ${tokens.ada}` };
  for (let breakdown of ['by-total', 'by-country', 'by-client', 'by-domain', 'by-version'])
    await ask(product.gatewayPort, `/v2/packages/ada/aggregates?breakdown=${breakdown}`, headers);
}
