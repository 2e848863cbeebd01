/** Questions of one owner that are asked at the same time share a transaction. */
import { describe, expect, it } from 'vitest';
import { createSharedReads } from 'gateway/events/duckdb/shared-reads';
import type { ReadTransaction } from 'gateway/events/query/dialect';
import { CallerHasGone } from 'gateway/events/query/time-limit';

/** Runs transactions like an engine; `fails` makes the first one of them end with an error at a text. */
function engine({ repeats = '', atOnce = 1 } = {}) {
  let transactions: string[][] = [];
  let owners: string[] = [];
  let begun = 0;
  async function read(who: string, questions: ReadTransaction<void>, signal: AbortSignal): Promise<void> {
    owners.push(who);
    let texts: string[] = [];
    transactions.push(texts);
    let attempt = ++begun;
    let ask = async (text: string) => {
      signal.throwIfAborted();
      texts.push(text);
      await new Promise(setImmediate);
      if (text === repeats && attempt === 1) throw new Error('gives way');
      if (text === 'bad') throw new Error('no such table');
      return [{ text }];
    };
    try {
      await questions(ask, false);
    } catch (error) {
      if (!String(error).includes('gives way')) throw error;
      await read(who, questions, signal);
    }
  }
  return { owners, transactions, read: createSharedReads(read, atOnce) };
}

const asking =
  (...texts: string[]): ReadTransaction<unknown> =>
  async (ask) => {
    let rows = [];
    for (let text of texts) rows.push(...(await ask(text)));
    return rows.map((row) => row.text);
  };

describe('questions of one owner', () => {
  it('share one transaction, in which the same text is asked once', async () => {
    let { transactions, read } = engine();
    let answers = [read('ada', asking('state', 'a'), undefined), read('ada', asking('state', 'b'), undefined)];
    expect(await Promise.all(answers)).toEqual([
      ['state', 'a'],
      ['state', 'b'],
    ]);
    expect(transactions).toEqual([['state', 'a', 'b']]);
  });

  it('do not share it with others, nor with later ones', async () => {
    let { owners, transactions, read } = engine();
    await Promise.all([read('ada', asking('a'), undefined), read('grace', asking('a'), undefined)]);
    await read('ada', asking('a'), undefined);
    expect(transactions).toEqual([['a'], ['a'], ['a']]);
    expect(owners).toEqual(['ada', 'grace', 'ada']);
  });

  it('go on where one of them fails', async () => {
    let { transactions, read } = engine();
    let answers = await Promise.allSettled(
      [asking('a'), asking('bad', 'never'), asking('b')].map((one) => read('ada', one, undefined)),
    );
    expect(answers).toMatchObject([{ value: ['a'] }, { reason: { message: 'no such table' } }, { value: ['b'] }]);
    expect(transactions).toEqual([['a', 'bad'], ['b']]);
  });

  it('are answered once where the transaction is repeated', async () => {
    let { transactions, read } = engine({ repeats: 'b' });
    let answers = [read('ada', asking('a'), undefined), read('ada', asking('b'), undefined)];
    expect(await Promise.all(answers)).toEqual([['a'], ['b']]);
    expect(transactions).toEqual([['a', 'b'], ['b']]);
  });

  it('do not wait for one whose caller has gone; without callers nothing is asked', async () => {
    let { transactions, read } = engine();
    let [gone, stays] = [new AbortController(), new AbortController()];
    let left = read('ada', asking('slow'), gone.signal);
    let kept = read('ada', asking('b'), stays.signal);
    gone.abort();
    await expect(left).rejects.toThrow(CallerHasGone);
    expect(await kept).toEqual(['b']);
    expect(transactions).toEqual([['b']]);
    let alone = read('ada', asking('never'), gone.signal);
    await expect(alone).rejects.toThrow(CallerHasGone);
    await new Promise(setImmediate);
    expect(transactions).toHaveLength(1);
  });

  it('do not hold up the others where one takes long: there is another connection', async () => {
    let { transactions, read } = engine({ atOnce: 2 });
    let open = () => {};
    let slow: ReadTransaction<unknown> = (ask) => new Promise((resolve) => (open = () => resolve(ask('slow'))));
    let first = read('ada', slow, undefined);
    let others = ['a', 'b', 'c'].map((text) => read('ada', asking('state', text), undefined));
    expect(await Promise.all(others)).toEqual([
      ['state', 'a'],
      ['state', 'b'],
      ['state', 'c'],
    ]);
    open();
    await first;
    expect(transactions).toEqual([['slow'], ['state', 'a', 'b', 'c']]);
  });

  it('go on at once where the caller of the running one has gone', async () => {
    let { transactions, read } = engine();
    let gone = new AbortController();
    let endless: ReadTransaction<unknown> = async (ask) => {
      for (;;) await ask(`${Math.random()}`);
    };
    let left = read('ada', endless, gone.signal);
    let kept = read('ada', asking('b'), undefined);
    setTimeout(() => gone.abort(), 20);
    await expect(left).rejects.toThrow();
    expect(await kept).toEqual(['b']);
    expect(transactions.at(-1)).toEqual(['b']);
  });

  it('are interrupted once all their callers have gone', async () => {
    let { transactions, read } = engine();
    let gone = new AbortController();
    let both = [asking('a', 'never'), asking('never')].map((one) => read('ada', one, gone.signal));
    let ends = Promise.allSettled(both);
    await new Promise(setImmediate);
    gone.abort();
    expect(await ends).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(transactions).toEqual([['a']]);
  });
});
