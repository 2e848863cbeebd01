/** Slots of work: what one owner holds up leaves room for others. */
import { expect, it } from 'vitest';
import { createSlots } from 'edge/slots';

function work() {
  let started: string[] = [];
  let endings: (() => void)[] = [];
  let task = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => endings.push(resolve));
  };
  return { started, endings, task };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('gives one owner only some of them', async () => {
  let inSlot = createSlots({ atOnce: 3, atOnceOfOne: 2, waitingOfOne: 100 });
  let { started, task } = work();
  for (let i = 0; i < 40; i++) void inSlot('eve', task(`eve ${i}`));
  void inSlot('ada', task('ada'));
  await settled();
  expect(started).toEqual(['eve 0', 'eve 1', 'ada']);
});

it('never exceeds the limit, even for a task that arrives while a slot is freed', async () => {
  let inSlot = createSlots({ atOnce: 1, atOnceOfOne: 1, waitingOfOne: 100 });
  let { started, endings, task } = work();
  void inSlot('ada', task('first'));
  void inSlot('ada', task('second'));
  await settled();
  endings[0]!();
  await Promise.resolve();
  void inSlot('grace', task('third'));
  await settled();
  void inSlot('eve', task('fourth'));
  await settled();
  expect(started).toHaveLength(2);
});

it('serves owners in turn', async () => {
  let inSlot = createSlots({ atOnce: 1, atOnceOfOne: 1, waitingOfOne: 100 });
  let { started, endings, task } = work();
  for (let i = 0; i < 3; i++) void inSlot('eve', task(`eve ${i}`));
  void inSlot('ada', task('ada'));
  for (let i = 0; i < 4; i++) {
    await settled();
    endings[i]!();
  }
  await settled();
  expect(started).toEqual(['eve 0', 'eve 1', 'ada', 'eve 2']);
});

it('refuses what waits beyond the limit', async () => {
  let inSlot = createSlots({ atOnce: 1, atOnceOfOne: 1, waitingOfOne: 1 });
  let { task } = work();
  void inSlot('eve', task('works'));
  void inSlot('eve', task('waits'));
  await expect(inSlot('eve', task('too much'))).rejects.toThrow('waits');
});
