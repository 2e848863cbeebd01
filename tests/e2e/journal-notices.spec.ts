/** Notices for platform admins about lost and damaged events, which they confirm. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { journalFolder } from 'journal/files';
import { openDroppedEventCounter } from 'journal/dropped-events';
import { end, seed, startProduct, type BuiltProduct as Running } from '../../tools/bench/product';
import { workerPort } from '../support/ports';
import { expect, password, test as base } from './product';

const test = base.extend<{ folder: string; running: Running }>({
  folder: async ({}, use) => {
    let folder = mkdtempSync(path.join(tmpdir(), 'journal-notices-'));
    await seed(folder, 200);
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  running: async ({ folder }, use) => {
    await lose(folder, 1_204);
    mkdirSync(journalFolder(folder), { recursive: true });
    writeFileSync(path.join(journalFolder(folder), '0000000000000001.log'), 'nothing that can be read\n');
    let running = await startProduct(folder, workerPort('journal'));
    await use(running);
    await end(running, 'SIGKILL');
  },
});

test.setTimeout(90_000);

/** Counts lost events like an edge that cannot write. */
async function lose(folder: string, events: number): Promise<void> {
  let losses = await openDroppedEventCounter(folder, { clock: Date.now, warn: () => undefined });
  losses.dropped(events, 'disk-full');
  await losses.close();
}

test(
  'lost and damaged events are shown until an admin confirms them, and again when there are more',
  { tag: '@slow' },
  async ({ page, running: { dashboard }, folder }) => {
    await page.goto(`${dashboard}/login`);
    await page.getByLabel(/email/i).fill('root');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: /login|sign in/i }).click();
    await page.goto(`${dashboard}/admin`);
    let main = page.getByRole('main');
    let losses = main.getByRole('alert').filter({ hasText: '1,204 events could not be stored.' });
    let damage = main.getByRole('alert').filter({ hasText: 'Part of the journal of events is damaged.' });
    await expect(losses).toContainText('Free up space');
    await expect(damage).toContainText('1 line cannot be read.');
    await expect(damage).toContainText(path.join(journalFolder(folder), 'damaged'));

    await losses.getByRole('button', { name: 'I have seen this' }).click();
    await expect(page.getByText('Dismissed.').first()).toBeVisible();
    await expect(page).toHaveURL(`${dashboard}/admin`);
    await expect(losses).toHaveCount(0);
    await damage.getByRole('button', { name: 'I have seen this' }).click();
    await expect(damage).toHaveCount(0);

    await lose(folder, 1);
    await page.goto(`${dashboard}/admin/status`);
    await expect(main.getByRole('alert')).toHaveCount(1);
    await expect(main.getByRole('alert')).toContainText('1 event could not be stored.');
    await expect(main.getByText('1,205 events')).toBeVisible();
  },
);
