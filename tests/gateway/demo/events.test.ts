/** The demo's events end at the present moment, and today has no more than its part. */
import { expect, test } from 'vitest';
import { dayMs, hourMs } from 'contract/floor/time';
import { samplePackages, samplePixels } from 'gateway/demo/artifacts';
import { sampleEvents } from 'gateway/demo/events';

const placed = <Item extends object>(items: readonly Item[]) =>
  items.map((item, i) => ({ ...item, id: `id-${i}`, ownerId: 'owner' }));

test.each([6, 18])('at hour %d of a Wednesday today has that part of a day', (hour) => {
  let today = Date.parse('2026-11-25');
  let now = today + hour * hourMs;
  let artifacts = { packages: placed(samplePackages('http://dashboard.test')), pixels: placed(samplePixels) };
  let times = [...sampleEvents(artifacts, 60_000, now)].map(({ time }) => time);
  expect(times).toHaveLength(60_000);
  expect(times.every((time) => time < now)).toBe(true);
  let ofDay = (from: number) => times.filter((time) => time >= from && time < from + dayMs).length;
  let share = ofDay(today) / ofDay(today - dayMs);
  expect(share).toBeGreaterThan((0.7 * hour) / 24);
  expect(share).toBeLessThan((1.3 * hour) / 24);
});
