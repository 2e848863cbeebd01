/**
 * Before all unit tests: their temporary folders lie in memory where the system has room for that,
 * so that no commit of a test waits for a disk.
 */
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';
const roomNeeded = 2 ** 31;

export default function setup(): (() => void) | undefined {
  if (process.env.TMPDIR || !hasRoom()) return undefined;
  let folder = mkdtempSync(`${memory}/landfall-tests-`);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  let { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= roomNeeded;
}
