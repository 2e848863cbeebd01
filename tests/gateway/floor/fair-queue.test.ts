/** Work in turn: how much runs at once, what runs next, and what is refused. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFairQueue } from 'gateway/floor/calls/fair-queue';

const limit = { atOnce: 2, atOnceOfOne: 2, waiting: 6, waitingOfOne: 3, waitMs: 5_000 };

/** Work that ends under the control of the test, and the order in which it started. */
function work() {
  let begun: string[] = [];
  let ends: (() => void)[] = [];
  return {
    begun,
    one: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    },
    async endAll() {
      for (;;) {
        await pause(1);
        let end = ends.shift();
        if (!end) return;
        end();
      }
    },
  };
}

it('runs no more at once than the limit, and serves owners in turn', async () => {
  let turns = createFairQueue(limit);
  let { begun, one, endAll } = work();
  let all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => turns.take(name[0]!, one(name)));
  expect(begun).toEqual(['a1', 'a2']);
  expect(turns.state()).toEqual({ working: 2, waiting: 5 });
  await endAll();
  expect(await Promise.all(all)).toHaveLength(7);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4']);
  expect(turns.state()).toEqual({ working: 0, waiting: 0 });
});

it('keeps a place free for others if an owner may use fewer than all', async () => {
  let turns = createFairQueue({ ...limit, atOnceOfOne: 1 });
  let { begun, one, endAll } = work();
  let all = ['a1', 'a2', 'b1'].map((name) => turns.take(name[0]!, one(name)));
  expect(begun).toEqual(['a1', 'b1']);
  await endAll();
  await Promise.all(all);
});

it('refuses an owner with too many waiting, and every owner when the queue is full', async () => {
  let turns = createFairQueue(limit);
  let { one, endAll } = work();
  let codeOf = (who: string) => turns.take(who, one(who)).catch((error: { code: string }) => error.code);
  let all = [...'aaaaaa', ...'bbbb'].map(codeOf);
  await endAll();
  let answers = await Promise.all(all);
  expect(answers.slice(0, 6)).toEqual(['a', 'a', 'a', 'a', 'a', 'too-much-at-once']);
  expect(answers.slice(6)).toEqual(['b', 'b', 'b', 'server-is-busy']);
});

it('refuses work that has waited too long, and never starts it', async () => {
  let turns = createFairQueue({ ...limit, waitMs: 20 });
  let { begun, one, endAll } = work();
  let first = [turns.take('a', one('a1')), turns.take('a', one('a2'))];
  await expect(turns.take('b', one('b1'))).rejects.toMatchObject({ code: 'server-is-busy' });
  await endAll();
  await Promise.all(first);
  expect(begun).toEqual(['a1', 'a2']);
});

it('does not start work that was canceled', async () => {
  let turns = createFairQueue(limit);
  let { begun, one, endAll } = work();
  let first = [turns.take('a', one('a1')), turns.take('a', one('a2'))];
  let gone = new AbortController();
  let left = turns.take('b', one('b1'), gone.signal);
  gone.abort();
  await expect(left).rejects.toThrow();
  await endAll();
  await Promise.all(first);
  expect(begun).toEqual(['a1', 'a2']);
});

it('continues work that has started, however full the queue is', async () => {
  let turns = createFairQueue({ ...limit, waiting: 0, waitingOfOne: 0, waitMs: 1 });
  let { one, endAll } = work();
  let all = ['a1', 'a2', 'a3', 'a4'].map((name) => turns.goOn('a', one(name)));
  await pause(20);
  await endAll();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('never exceeds the limit, even for work that arrives while a place is freed', async () => {
  let turns = createFairQueue({ ...limit, atOnce: 1, atOnceOfOne: 1 });
  let { begun, one, endAll } = work();
  let ends: (() => void)[] = [];
  let first = turns.take('a', () => new Promise<void>((end) => ends.push(end)));
  let others = [turns.take('a', one('a2'))];
  ends[0]!();
  await Promise.resolve();
  others.push(turns.take('b', one('b1')));
  await first;
  await pause(1);
  expect(begun).toEqual(['a2']);
  await endAll();
  await Promise.all(others);
});

it('frees the place of work that has failed', async () => {
  let turns = createFairQueue(limit);
  await expect(turns.take('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(turns.state()).toEqual({ working: 0, waiting: 0 });
});
