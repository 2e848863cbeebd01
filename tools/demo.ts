/**
 * `npm run demo`: the product with sample data. Seeds DATA_DIR once, starts the server, prints
 * addresses, accounts and a sample command.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino, type Logger } from 'pino';
import { registriesOf } from 'contract/packages/default-registries';
import { beginOfMonth } from 'gateway/demo/events';
import { seedDemo } from 'gateway/demo/seed';
import { sendSampleTraffic } from 'gateway/demo/traffic';
import { demoPassword } from 'gateway/demo/people';
import { openEventStore } from 'gateway/events/duckdb/open';
import { recordsFile } from 'gateway/floor/db/dialect';
import { openRecords } from 'gateway/floor/db/open';
import { endWith, start } from '../server';
import { isThere, wasUsed } from '../server/data-folder';
import { fillFolder, moveUp } from '../server/fill-folder';
import { lockFolder } from '../server/folder-lock';
import { refuseTakenPorts } from '../server/listener';
import { createLog } from '../server/log';
import { keepPrivate } from '../server/private-folder';
import { installationSecrets } from '../server/secrets';
import { productFolder, readSettings, type Settings } from '../server/settings';
import { exitOnUncaughtError, stopOnSignal, wholeLimitMs } from '../server/shutdown';
import { openVisitorSalts } from '../server/visitor-salts';

const defaultEvents = 200_000;

/** Fills the folder with a seeded installation, unless it holds one already. */
async function seedOnce(settings: Settings, log: Logger): Promise<void> {
  let folder = path.resolve(settings.DATA_DIR);
  keepPrivate(folder);
  let lock = await lockFolder(folder, 'store', log);
  try {
    moveUp(folder);
    if (existsSync(path.join(folder, 'seeded'))) return;
    refuseOtherData(folder);
    await fillFolder(folder, (draft) => seed(draft, settings));
  } finally {
    lock.release();
  }
}

/** Data of real use is not mixed with sample data. */
function refuseOtherData(folder: string): void {
  if (wasUsed(folder) || isThere(path.join(folder, recordsFile)))
    throw new Error(
      `${folder} holds an installation without sample data. Delete it, or set DATA_DIR to another folder for the demo.`,
    );
}

async function seed(folder: string, settings: Settings): Promise<void> {
  installationSecrets(folder);
  let wanted = Number(process.env.DEMO_EVENTS ?? defaultEvents);
  process.stdout.write(`Writing sample data: ${wanted.toLocaleString('en')} events, a few seconds …\n`);
  let started = performance.now();
  let records = await openRecords({ folder });
  let events = await openEventStore({ folder });
  let count = await seedDemo(records, events, {
    events: wanted,
    now: Date.now(),
    dashboard: `http://localhost:${settings.PORT}`,
    registries: registriesOf(settings),
  });
  let owners = await records.selectFrom('owners').select('id').execute();
  await events.close();
  await records.destroy();
  beginSalts(
    folder,
    owners.map(({ id }) => id),
  );
  writeFileSync(path.join(folder, 'seeded'), `${count} events\n`);
  let seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(
    `Sample data: ${count.toLocaleString('en')} events in ${seconds} s, kept in ${path.resolve(settings.DATA_DIR)}\n`,
  );
}

/** So that downloads of this month have the period of the sample data. */
function beginSalts(folder: string, owners: string[]): void {
  let salts = openVisitorSalts(folder, {
    rotation: undefined,
    firstSalt: () => undefined,
    clock: () => beginOfMonth(Date.now()),
    log: pino({ level: 'silent' }),
  });
  salts.take(new Map(owners.map((owner) => [owner, { packages: {}, pixels: [], pixelHosts: [] }])));
  salts.close();
}

/** Sample data is written to the folder; a server with another store would not show it. */
function refuseOtherStores({ DATABASE_URL, GATEWAY_URL }: Settings): void {
  let [name] = Object.entries({ DATABASE_URL, GATEWAY_URL }).find(([, value]) => value) ?? [];
  if (name) throw new Error(`The demo keeps its sample data in DATA_DIR. Unset ${name}.`);
}

function welcome(dashboard: string, gateway: string): string {
  let port = new URL(gateway).port;
  return `
  Dashboard   ${dashboard}

  Accounts    password for all: ${demoPassword}
              ada     ada@example.com     personal account
              grace   grace@example.com   owner of hopper-labs
              linus   linus@example.com   member of hopper-labs
              root    root@example.com    platform admin

  Record a download, then load ${dashboard}/analytics/ada again:

  curl -L http://ada.gateway.localhost:${port}/engine/1.5.0/engine-linux.zip

  Stop with Ctrl+C. Start afresh by deleting the data folder.
`;
}

async function main(): Promise<void> {
  process.env.DATA_DIR ||= path.join(productFolder, 'data/demo');
  process.env.LOG_LEVEL ||= 'warn';
  let settings = readSettings(process.env);
  refuseOtherStores(settings);
  await refuseTakenPorts(settings);
  let log = createLog(settings);
  await seedOnce(settings, log);
  exitOnUncaughtError(log);
  let running = await start(settings, log);
  stopOnSignal(running.close, log, wholeLimitMs);
  await running.ready;
  // Tests that ask for a number of events count exactly these.
  if (running.gateway && process.env.DEMO_EVENTS === undefined) sendSampleTraffic(running.gateway);
  process.stdout.write(welcome(running.dashboard, running.gateway ?? ''));
}

main().catch(endWith);
