/**
 * A bounded load through the proxy: downloads of versions that each are asked for once, and pages.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../trouble-product';

const clients = 4;
const restMs = 15;
const pageRestMs = 250;
const redirect = 307;

export interface Outcome {
  name: string;
  /** The versions whose downloads were answered. */
  answered: Set<string>;
  failed: number;
  pages: number;
  pagesFailed: number;
}

/** Begins to ask; versions are `<begin>.<number>`. */
export function startLoad(
  name: string,
  begin: string,
  ports: { downloads: number; dashboard: number },
): { end(): Promise<Outcome> } {
  let outcome: Outcome = { name, answered: new Set(), failed: 0, pages: 0, pagesFailed: 0 };
  let isOver = false;
  let next = 0;

  async function download(): Promise<void> {
    while (!isOver) {
      let version = `${begin}.${next++}`;
      let path = `/engine/${version}/engine-linux.zip`;
      let { status } = await ask(ports.downloads, path, { host: 'ada.gateway.localhost' });
      if (status === redirect) outcome.answered.add(version);
      else {
        outcome.failed += 1;
        process.stdout.write(`${name}: ${version} was answered with ${status}\n`);
      }
      await pause(restMs);
    }
  }

  async function look(): Promise<void> {
    while (!isOver) {
      let { status } = await ask(ports.dashboard, '/login', { host: `127.0.0.1:${ports.dashboard}` });
      outcome.pages += 1;
      if (status !== 200) outcome.pagesFailed += 1;
      if (status !== 200) process.stdout.write(`${name}: a page was answered with ${status}\n`);
      await pause(pageRestMs);
    }
  }

  let asking = [...Array.from({ length: clients }, download), look()];
  return {
    async end() {
      isOver = true;
      await Promise.all(asking);
      return outcome;
    },
  };
}
