/** What processes have in common: sessions, limits of sign-ins, rules, and events soon after. */
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { ask } from '../trouble-product';
import type { Process } from './processes';

interface Parts {
  edges: [Process, Process];
  webs: [Process, Process];
}

const heardLimitMs = 1_000;
const shownLimitMs = 5_000;
const wrongTimes = 12;
/** The middle one of so many counts: other programs of the machine may be in the way of one. */
const tries = 5;

/** Gives what does not hold, and prints how long things took. */
export async function sharedChecks({ edges, webs }: Parts): Promise<string[]> {
  let faults: string[] = [];
  let expect = (isRight: boolean, fault: string) => isRight || faults.push(fault);

  let { token = '' } = await signIn(webs[0], 'ada', demoPassword);
  let mine = await call(webs[1], '/v2/packages/ada', token);
  expect(mine.status === 200, `a session of one dashboard is refused by the other: ${mine.status}`);

  let statuses: number[] = [];
  for (let i = 0; i < wrongTimes; i++) statuses.push((await signIn(webs[i % 2]!, 'linus', 'wrong-password-1')).status);
  expect(statuses.includes(429), `wrong passwords at two dashboards were never too many: ${statuses.join(' ')}`);

  let heard = await middleOf((i) => untilHeard(edges, webs[1], token, i));
  expect(heard <= heardLimitMs, `edges heard of a new package after ${heard.toFixed(0)} ms`);
  let shown = await middleOf((i) => untilShown(edges[1], webs[0], token, i));
  expect(shown <= shownLimitMs, `a download was shown after ${shown.toFixed(0)} ms`);
  let imported = await importAgain(webs[1], token);
  expect(/"stored":1,"known":1\b/.test(imported), `an import by a dashboard was answered with ${imported}`);
  process.stdout.write(
    `a new package answers at both edges after ${heard.toFixed(0)} ms, a download is shown after ${shown.toFixed(0)} ms\n`,
  );
  return faults;
}

async function middleOf(measure: (i: number) => Promise<number>): Promise<number> {
  let times: number[] = [];
  for (let i = 0; i < tries; i++) times.push(await measure(i));
  return times.toSorted((a, b) => a - b)[Math.floor(tries / 2)]!;
}

async function signIn(web: Process, email: string, password: string): Promise<{ status: number; token?: string }> {
  let answer = await fetch(`http://127.0.0.1:${web.gateway}${usersApi.login.path}`, {
    method: usersApi.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  let { token } = (await answer.json()) as { token?: string };
  return { status: answer.status, ...(token && { token }) };
}

function call(web: Process, path: string, token: string, body?: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${web.gateway}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Milliseconds until both edges answer for a package that was just made. */
async function untilHeard(edges: readonly Process[], web: Process, token: string, i: number): Promise<number> {
  let made = await call(web, '/v2/packages/ada', token, {
    type: 'file',
    name: `many-${i}`,
    incoming_path: `/many-${i}/{version}`,
    outgoing_url: `https://files.example/many-${i}/{version}`,
  });
  let started = performance.now();
  if (!made.ok) throw new Error(`The package was not made: ${made.status} ${await made.text()}`);
  let isThere = async (edge: Process) => {
    let { status } = await ask(edge.gateway, `/many-${i}/1.0.0`, { host: 'ada.gateway.localhost' });
    return status === 307;
  };
  for (let edge of edges) while (!(await isThere(edge))) await pause(10);
  return performance.now() - started;
}

/** Milliseconds until a dashboard counts a download that an edge has answered. */
async function untilShown(edge: Process, web: Process, token: string, i: number): Promise<number> {
  let version = `8.0.${i}`;
  await ask(edge.gateway, `/engine/${version}/engine-linux.zip`, { host: 'ada.gateway.localhost' });
  let started = performance.now();
  while (performance.now() - started < 60_000) {
    if ((await (await call(web, eventsToday(), token)).text()).includes(`"${version}"`)) break;
    await pause(100);
  }
  return performance.now() - started;
}

function eventsToday(): string {
  let today = new Date().toISOString().slice(0, 10);
  return `/v2/packages/ada/events?start_date=${today}&end_date=${today}&format=ndjson&raw=true`;
}

/** Imports an event that is there, and one that is not; gives the answer. */
async function importAgain(web: Process, token: string): Promise<string> {
  let [line = '{}'] = (await (await call(web, eventsToday(), token)).text()).split('\n');
  let fresh = JSON.stringify({ ...(JSON.parse(line) as object), id: uuidv7() });
  let answer = await fetch(`http://127.0.0.1:${web.gateway}/v2/imports/ada`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: `${line}\n${fresh}\n`,
  });
  return answer.text();
}
