/** One server for a data folder, however the one before it ended. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from '../../server/folder-lock';

const log = pino({ level: 'silent' });

let folder: string;
let holders: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'folder-lock-'));
  holders = [];
});
afterEach(() => {
  for (let holder of holders) holder.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that holds the lock of the edge; `more` runs in it once it does. */
async function holderOf(more = ''): Promise<ChildProcess & { said: string }> {
  let module = path.resolve('server/folder-lock.ts');
  let program = `
    import { lockFolder } from ${JSON.stringify(module)};
    let { fd } = await lockFolder(${JSON.stringify(folder)}, 'edge', { warn: console.error });
    ${more}
    console.log('held');
    setInterval(() => undefined, 1_000);`;
  let args = ['--import', 'tsx', '--input-type=module', '-e', program];
  let holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(holder);
  let said = '';
  for await (let part of holder.stdout.iterator({ destroyOnReturn: false }))
    if ((said += String(part)).includes('held')) break;
  return Object.assign(holder, { said });
}

it('a second server is refused, with who has the folder', { tags: 'slow' }, async () => {
  let { pid } = await holderOf();
  await expect(lockFolder(folder, 'edge', log)).rejects.toThrow(`is in use by another server: process ${pid} on`);
  // The two sides of an installation may run as processes of their own.
  await lockFolder(folder, 'store', log).then((lock) => lock.release());
});

it('a server that was killed has given the folder back', async () => {
  let holder = await holderOf();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  let lock = await lockFolder(folder, 'edge', log);
  expect(lock.fd).toBeTypeOf('number');
  lock.release();
});

it('a lock that is released twice closes no file of its former number', async () => {
  let lock = await lockFolder(folder, 'edge', log);
  lock.release();
  let next = openSync(folder, 'r');
  lock.release();
  expect(fstatSync(next).isDirectory()).toBe(true);
  closeSync(next);
});

it('holds after its files are deleted', { tags: 'slow' }, async () => {
  await holderOf();
  for (let side of ['edge', 'store']) rmSync(path.join(folder, `${side}.lock`), { force: true });
  await expect(lockFolder(folder, 'edge', log)).rejects.toThrow('is in use by another server');
});

it('children of a killed server hold it until they end', async () => {
  let holder = await holderOf(`
    let { spawn } = await import('node:child_process');
    let child = spawn('sleep', ['60'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
    process.stdout.write('child ' + child.pid + ' ');`);
  let child = Number(/child (\d+)/.exec(holder.said)![1]);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  let isLocked = false;
  let locking = lockFolder(folder, 'edge', log).then((lock) => {
    isLocked = true;
    lock.release();
  });
  // Tried at least once by now.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isLocked).toBe(false);
  process.kill(child, 'SIGKILL');
  await locking;
});
