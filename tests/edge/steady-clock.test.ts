/** The time of events while the clock of the machine is set. */
import { expect, it } from 'vitest';
import { createSteadyClock } from 'edge/steady-clock';
import { hourMs, minuteMs } from 'contract/floor/time';

/** Both clocks advance; only the machine's can be set. */
function clocks() {
  let [machine, steady] = [Date.parse('2026-11-25T12:00:00Z'), 0];
  let time = createSteadyClock(
    () => machine,
    () => steady,
  );
  return {
    time,
    machine: () => machine,
    goOn(ms: number) {
      machine += ms;
      steady += ms;
    },
    set: (ms: number) => void (machine += ms),
  };
}

it('is that of the machine, also where that is set forward', () => {
  let { time, machine, goOn, set } = clocks();
  goOn(1_500);
  expect(time()).toBe(machine());
  set(40 * minuteMs);
  expect(time()).toBe(machine());
});

it('keeps running when the machine clock is set back, until both agree again', () => {
  let { time, machine, goOn, set } = clocks();
  let before = time();
  set(-10 * minuteMs);
  expect(time()).toBe(before);
  goOn(5_000);
  expect(time()).toBe(before + 4_500);
  for (let minute = 0; minute < 99; minute++) {
    goOn(minuteMs);
    expect(time()).toBeGreaterThan(machine());
  }
  goOn(minuteMs);
  expect(time()).toBe(machine());
});

it('believes a machine that was wrong by hours', () => {
  let { time, machine, set } = clocks();
  set(-hourMs - 1);
  expect(time()).toBe(machine());
});
