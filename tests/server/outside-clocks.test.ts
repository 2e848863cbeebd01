/** Whether a service of the settings has another time. */
import type { Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { listen, portOf, stop } from '../../server/listener';
import { serviceWithOtherTime } from '../../server/outside-clocks';
import { readSettings } from '../../server/settings';

let servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map(stop)));

/** The address of a registry whose clock is ahead by so much, or has no time at all. */
async function registry(aheadMs: number | undefined): Promise<string> {
  let server = await listen(
    (_, response) => {
      response.sendDate = false;
      if (aheadMs !== undefined) response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
      response.end();
    },
    { port: 0, host: '127.0.0.1' },
  );
  servers.push(server);
  return `http://127.0.0.1:${portOf(server)}`;
}

const asked = async (registries: string) =>
  serviceWithOtherTime(readSettings({ DEFAULT_REGISTRIES: registries }), Date.now());

it('is named where it answers with a time days before or after', async () => {
  let [right, behind, ahead] = await Promise.all([0, -40 * dayMs, 40 * dayMs].map(registry));
  expect(await asked(`npm=${right},python=${behind}`)).toBe(new URL(behind!).host);
  expect(await asked(`npm=${ahead}`)).toBe(new URL(ahead!).host);
});

it('is none where all that answer have this time, or none', async () => {
  let [right, silent] = await Promise.all([0, undefined].map(registry));
  expect(await asked(`npm=${right},python=${silent},cargo=http://127.0.0.1:1`)).toBeUndefined();
});
