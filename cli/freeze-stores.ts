/** Asks a running store side to leave its stores unchanged while a backup copies them. */
import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from 'contract/floor/error-code';
import {
  type BackupRequest,
  readAnswer,
  readRequest,
  removeAnswer,
  removeRequest,
  requestName,
  requestTouched,
  silenceMs,
  writeRequest,
} from '../server/backup-request';

const lookMs = 20;
const touchMs = 2_000;
/** A running server sees a request within a second. */
const answerLimitMs = 5_000;
/** A checkpoint of many events takes seconds; a server that needs longer than this hangs. */
const keptLimitMs = 120_000;

export interface FrozenStores {
  /** Throws if the server has stopped keeping them unchanged. */
  check(): void;
  /** The records are copied: the server may store events again. */
  letIn(): void;
  /** The backup is finished. */
  end(): void;
}

/** Throws if no server responds, or another backup runs. */
export async function freezeStores(folder: string): Promise<FrozenStores> {
  refuseSecond(folder);
  let request: BackupRequest = { id: randomUUID(), stage: 'stores', pid: process.pid };
  removeAnswer(folder);
  writeRequest(folder, request);
  let touching = setInterval(() => touch(folder), touchMs);
  let end = () => {
    clearInterval(touching);
    process.off('exit', end);
    if (readRequest(folder)?.id === request.id) removeRequest(folder);
  };
  process.once('exit', end);
  try {
    await untilKept(folder, request.id);
  } catch (error) {
    end();
    throw error;
  }
  return {
    check() {
      if (stateOf(folder, request.id) === 'kept') return;
      throw new Error('The stores changed during the backup. Run the backup again.');
    },
    letIn: () => writeRequest(folder, { ...request, stage: 'files' }),
    end,
  };
}

function refuseSecond(folder: string): void {
  let touched = requestTouched(folder);
  let { pid } = readRequest(folder) ?? {};
  if (touched !== undefined && Date.now() - touched < silenceMs && pid !== undefined && isAlive(pid))
    throw new Error(`Another backup of ${folder} is running (process ${pid}). Wait until it is done.`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function untilKept(folder: string, id: string): Promise<void> {
  let begun = performance.now();
  for (;;) {
    let state = stateOf(folder, id);
    if (state === 'kept') return;
    let waited = performance.now() - begun;
    if (state === undefined && waited > answerLimitMs)
      throw new Error(
        `The server running on ${folder} does not respond. It is an earlier version or hangs. Stop it for the backup.`,
      );
    if (waited > keptLimitMs)
      throw new Error(`The server running on ${folder} did not write its events within two minutes.`);
    await pause(lookMs);
  }
}

/** The server's answer; throws if it has failed. */
function stateOf(folder: string, id: string): 'preparing' | 'kept' | undefined {
  let answer = readAnswer(folder);
  if (answer?.id !== id) return undefined;
  if (answer.state === 'failed')
    throw new Error(`The server could not freeze its stores for the backup: ${answer.why}`);
  return answer.state;
}

/** The server has abandoned a request whose file is missing; `check` reports that. */
function touch(folder: string): void {
  try {
    utimesSync(path.join(folder, requestName), new Date(), new Date());
  } catch {
    // Nothing to touch.
  }
}
