/** Notices on admin pages about lost and damaged events, and the button that confirms them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loader as adminLayout } from 'app/routes/_app.admin';
import { action as acknowledge } from 'app/routes/_app.admin.journal.$about.acknowledgement';
import { journalFolder } from 'journal/files';
import { openDroppedEventCounter } from 'journal/dropped-events';
import { browserOf, redirectOf, type Browser } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
let root: Browser;
beforeEach(async () => {
  world = await createWorld();
  root = await browserOf(world, 'root');
});
afterEach(() => world.close());

async function lose(events: number): Promise<void> {
  let losses = await openDroppedEventCounter(world.folder, { clock: world.now, warn: () => undefined });
  losses.dropped(events, 'disk-full');
  await losses.close();
}

async function noticesOf() {
  let { journal } = await root.open(adminLayout, {});
  return journal!;
}

/** Presses the button of a notice, which sends these fields. */
async function press(about: string, fields: Record<string, string | number>, browser = root) {
  let form = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return browser.post(acknowledge, { about }, form);
}

test('lost events are shown until the button is pressed, and again when more are lost', async () => {
  expect((await noticesOf()).losses).toBeNull();
  await lose(1_204);
  let { count_id, events, unseen } = (await noticesOf()).losses!;
  expect(unseen).toMatchObject({ events: 1_204, reasons: ['disk-full'] });
  let pressed = redirectOf(await press('losses', { count_id, events }));
  expect(pressed).toEqual({ status: 303, to: '/admin/status', toast: 'journal_seen' });
  expect((await noticesOf()).losses?.unseen).toBeNull();
  await lose(1);
  expect((await noticesOf()).losses?.unseen?.events).toBe(1);
});

test('damage is shown until the button is pressed', async () => {
  mkdirSync(journalFolder(world.folder), { recursive: true });
  writeFileSync(path.join(journalFolder(world.folder), '0000000000000001.log'), 'nothing that can be read\n');
  await expect.poll(async () => (await noticesOf()).damage.unseen).toMatchObject({ lines: 1 });
  let { count_id, lines, missing, refused } = (await noticesOf()).damage;
  let pressed = redirectOf(await press('damage', { count_id, lines, missing, refused }));
  expect(pressed.toast).toBe('journal_seen');
  expect((await noticesOf()).damage.unseen).toBeNull();
});

test('the button is refused to others, and posts only counts', async () => {
  let grace = await browserOf(world, 'grace');
  let fields = { count_id: 'a', events: 1 };
  expect((await press('losses', fields, grace)).status).toBe(403);
  expect((await press('losses', { ...fields, events: 'many' })).status).toBe(422);
});
