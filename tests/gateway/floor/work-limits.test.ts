/** Limits on the simultaneous work of one owner, and clients that stop reading. */
import { setTimeout as pause } from 'node:timers/promises';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, dayOf } from 'contract/floor/time';
import { fileLimit, queryLimit } from 'gateway/floor/calls/work-limits';
import { madeEvent } from '../../support/made-event';
import { createWorld, type Caller, type World } from '../../support/world';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallerHasGone } from 'gateway/events/query/time-limit';

let world: World;
let ada: Caller;
let grace: Caller;
const idleReaderMs = 3_000;

beforeAll(async () => {
  world = await createWorld({ streaming: { idleReaderMs } });
  ada = await world.as('ada');
  grace = await world.as('grace');
  let body = { type: 'file', name: 'engine', incoming_path: '/e', outgoing_url: 'https://ada.example/e' };
  for (let [caller, owner] of [[ada, 'ada'] as const, [grace, 'grace'] as const]) {
    let { id } = await caller.ask(packagesApi.createPackage, { params: { owner }, body: body as never });
    let events = Array.from({ length: 5_000 }, () => madeEvent({ artifactId: id, time: world.now() - dayMs }));
    await world.events.append(events);
  }
});
afterAll(() => world.close());

function send(path: string, { token }: Caller, signal?: AbortSignal): Promise<Response> {
  let headers = { authorization: `Bearer ${token}` };
  return world.gateway.api(new Request(`http://gateway.invalid${path}`, { headers, ...(signal && { signal }) }));
}

/** Makes each query different from all others. */
let asked = 0;
function question(owner: string): string {
  let end = dayOf(world.now() - asked++ * dayMs);
  return `/v3/insights/${owner}/aggregations/export?end_date=${end}&breakdown_set=by-company`;
}

async function codesOf(answers: Response[]): Promise<string[]> {
  return Promise.all(
    answers.map(async (answer) => (answer.ok ? 'counted' : ((await answer.json()) as { code: string }).code)),
  );
}

describe('queries of the event store', () => {
  it('of one owner have a limit, with a refusal that contains a retry time; others are answered', async () => {
    let most = queryLimit.atOnceOfOne + queryLimit.waitingOfOne;
    let many = Array.from({ length: most + 30 }, () => send(question('ada'), ada));
    let other = await send(question('grace'), grace);
    expect(other.status).toBe(200);
    let answers = await Promise.all(many);
    let codes = await codesOf(answers);
    let counted = codes.filter((code) => code === 'counted').length;
    expect(counted).toBeGreaterThanOrEqual(most);
    expect([...new Set(codes)].sort()).toEqual(['counted', 'too-much-at-once']);
    let refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('5');
  });

  it('are not started for a client that has disconnected', async () => {
    let gone = new AbortController();
    let many = Array.from({ length: 40 }, () => send(question('ada'), ada, gone.signal));
    gone.abort();
    let codes = await codesOf(await Promise.all(many));
    expect(codes.filter((code) => code === 'counted').length).toBeLessThanOrEqual(queryLimit.atOnceOfOne);
    expect((await send(question('ada'), ada)).status).toBe(200);
  });

  it('end where their client disconnects while they are counted', async () => {
    let gone = new AbortController();
    let counting = vi.spyOn(world.events, 'aggregate').mockImplementation(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal!.addEventListener('abort', () => reject(new CallerHasGone()));
          gone.abort();
        }),
    );
    let answer = await send(question('ada'), ada, gone.signal);
    counting.mockRestore();
    expect(await codesOf([answer])).toEqual(['server-is-busy']);
    expect((await send(question('ada'), ada)).status).toBe(200);
  });
});

describe('files', () => {
  let file = '/v2/packages/ada/events';

  it('arrive complete while their parts take turns', { tags: 'slow' }, async () => {
    let texts = await Promise.all(
      Array.from({ length: fileLimit.atOnceOfOne }, async () => (await send(file, ada)).text()),
    );
    for (let text of texts) expect(text.trimEnd().split('\n')).toHaveLength(5_001);
  });

  it('without a reader are cut off and free their places', { tags: 'slow' }, async () => {
    let unread = await Promise.all(Array.from({ length: fileLimit.atOnceOfOne }, () => send(file, ada)));
    let oneMore = await send(file, ada);
    expect([oneMore.status, await codesOf([oneMore])]).toEqual([429, ['too-much-at-once']]);
    expect((await send('/v2/packages/grace/events', grace)).status).toBe(200);
    await pause(idleReaderMs * 1.5);
    await expect(unread[0]!.text()).rejects.toThrow();
    let text = await (await send(file, ada)).text();
    expect(text.trimEnd().split('\n')).toHaveLength(5_001);
  });

  it('are not finished for a client that has disconnected', { tags: 'slow' }, async () => {
    let reader = (await send(file, ada)).body!.getReader();
    await reader.read();
    await reader.cancel();
    let answers = await Promise.all(Array.from({ length: fileLimit.atOnceOfOne }, () => send(file, ada)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await Promise.all(answers.map((answer) => answer.text()));
  });
});
