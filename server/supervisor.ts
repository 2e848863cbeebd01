/**
 * Binds the sockets and starts the two processes behind them: the edge for downloads, and the store
 * side with API, dashboard and jobs. A process that exits is restarted; both can be replaced by a
 * new version.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FolderLock } from './folder-lock';
import { randomSecret } from './secrets';
import type { Settings } from './settings';
import { holdSocket, type HeldSocket } from './listener';
import { killAfterMs } from './shutdown';
import {
  storePortOf,
  supervisedVariable,
  type SupervisorOrder,
  type Ready,
  type ProcessRole,
  type Supervised,
} from './supervised';

/** Node's arguments for each role. */
export type Programs = Record<ProcessRole, readonly string[]>;

export interface Supervision {
  /** Undefined for ports that are not configured. */
  ports: { dashboard: number; gateway: number; metrics: number | undefined };
  /**
   * Resolves when both sides answer, or when the store side reports why it cannot yet. Rejects when
   * a setting is invalid: the process has logged it and exited.
   */
  ready: Promise<Omit<Ready, 'ready'>>;
  /**
   * Replaces both processes by the current version of the program, without closing a port; returns
   * whether it did.
   */
  replace(): Promise<boolean>;
  /** Closes the sockets and stops both, within five seconds. */
  close(): Promise<void>;
}

const loadLimitMs = 120_000;
/** A child that lived less than this is restarted after a pause. */
const shortLifeMs = 1_000;
const pauseMaxMs = 1_000;
/** Measured on two cores: with 5, downloads under full load were a tenth slower than with 10. */
const storePriority = 10;
/**
 * Megabytes of the semi-space, of which Node has 16, and arenas of the system's allocator, which
 * has eight per core by default.
 */
const newSpaceMb = 8;
const arenasMax = '2';
/** Name of the loopback socket of the store side, which has no setting. */
const storeSocket = 'STORE';
const socketsOf: Record<ProcessRole, readonly string[]> = {
  edge: ['GATEWAY_PORT'],
  store: ['PORT', 'METRICS_PORT', storeSocket],
};

/** Starts both processes; each inherits the lock of its side. */
export function supervise(
  settings: Settings,
  programs: Programs,
  log: Logger,
  locks: Partial<Record<ProcessRole, Pick<FolderLock, 'fd'>>> = {},
): Supervision {
  let { HOST, METRICS_HOST, METRICS_PORT } = settings;
  let held: Record<string, HeldSocket | undefined> = {
    PORT: holdSocket(settings.PORT, HOST),
    GATEWAY_PORT: holdSocket(settings.GATEWAY_PORT, HOST),
    METRICS_PORT: METRICS_PORT === undefined ? undefined : holdSocket(METRICS_PORT, METRICS_HOST),
    [storeSocket]: holdSocket(0, '127.0.0.1'),
  };
  let portOf = (name: string, otherwise: number) => held[name]?.port ?? otherwise;
  let ports = {
    dashboard: portOf('PORT', settings.PORT),
    gateway: portOf('GATEWAY_PORT', settings.GATEWAY_PORT),
    metrics: METRICS_PORT === undefined ? undefined : portOf('METRICS_PORT', METRICS_PORT),
  };
  let storePort = portOf(storeSocket, storePortOf(settings));
  let linkSecret = randomSecret();
  /** The process of each role, and the function that replaces it. */
  let kept = new Map<ProcessRole, { child: ChildProcess; goOnWith(next: ChildProcess): void }>();
  /** Those that no one asked for. */
  let exits: Record<ProcessRole, number> = { edge: 0, store: 0 };
  let aborted = new Set<ProcessRole>();
  /** Includes replaced processes until they exit. */
  let all = new Set<ChildProcess>();
  let hasStarted = false;
  let isReplacing = false;
  let closing = false;

  /** `waits`: the process loads its program and waits for an order. */
  function spawnRole(role: ProcessRole, waits = false): ChildProcess {
    let sockets: Supervised['sockets'] = {};
    let inherited: number[] = [];
    for (let name of socketsOf[role]) {
      let { fd } = held[name] ?? {};
      // 0 to 2 are the standard streams and 3 the channel to this process.
      if (fd !== undefined) sockets[name] = 3 + inherited.push(fd);
    }
    let lock = locks[role]?.fd;
    if (lock !== undefined) inherited.push(lock);
    let child = spawn(process.execPath, [`--max-semi-space-size=${newSpaceMb}`, ...programs[role]], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...inherited],
      env: {
        MALLOC_ARENA_MAX: arenasMax,
        ...process.env,
        ROLE: role,
        // With a key, an edge would be one of many processes.
        SECRETS_ENCRYPTION_KEY: undefined,
        SECRETS_ENCRYPTION_KEY_FILE: undefined,
        PORT: String(ports.dashboard),
        GATEWAY_PORT: String(ports.gateway),
        [supervisedVariable]: JSON.stringify({
          sockets,
          storePort,
          linkSecret,
          exits: exits[role],
          aborted: aborted.has(role),
          waits,
        } satisfies Supervised),
      },
    });
    // Downloads get the processor first. Set before the child has threads.
    if (role === 'store' && child.pid !== undefined) giveWay(child.pid);
    all.add(child);
    child.once('exit', () => all.delete(child));
    return child;
  }

  /** Keeps a role running; resolves when it has answered for the first time. */
  function keep(role: ProcessRole): Promise<Ready> {
    return new Promise((resolve, reject) => {
      let hasAnswered = false;
      let shortLives = 0;
      let begin = () => {
        if (!closing) watch(spawnRole(role));
      };
      let watch = (child: ChildProcess) => {
        let started = performance.now();
        kept.set(role, { child, goOnWith: watch });
        let again = (why: { code?: number | null; signal?: NodeJS.Signals | null; err?: Error }) => {
          if (closing || kept.get(role)?.child !== child) return;
          // A child that exits by itself has logged an invalid setting; one that was killed is
          // restarted.
          if (!hasStarted && !hasAnswered && typeof why.code === 'number') return reject(new EndedEarly(role));
          shortLives = performance.now() - started < shortLifeMs ? shortLives + 1 : 0;
          exits[role] += 1;
          if (why.signal === 'SIGABRT') aborted.add(role);
          else aborted.delete(role);
          log.error({ role, ...why }, 'a process exited; restarting it');
          setTimeout(begin, Math.min(pauseMaxMs, shortLives * 100));
        };
        child.on('message', (message: Partial<Ready>) => {
          if (!message.ready) return;
          hasAnswered = true;
          resolve(message as Ready);
        });
        // The process could not be created; otherwise `exit` follows.
        child.once('error', (error) => child.pid === undefined && again({ err: error }));
        child.once('exit', (code, signal) => again({ code, signal }));
      };
      begin();
    });
  }

  /**
   * The next process takes over once it is loaded and the current one has left; connections wait
   * meanwhile. A process that cannot be loaded changes nothing.
   */
  async function replaceRole(role: ProcessRole): Promise<boolean> {
    let next = spawnRole(role, true);
    if (!(await says(next, 'loaded', loadLimitMs))) {
      log.error({ role }, 'a process of the new version cannot start; keeping the running one');
      await end(next);
      return false;
    }
    let { child: old, goOnWith } = kept.get(role)!;
    // From now on the exit of the old process is expected.
    goOnWith(next);
    if (role === 'edge') {
      order(old, 'leave');
      if (!(await says(old, 'left', killAfterMs))) await end(old);
    } else await end(old);
    order(next, 'begin');
    return true;
  }

  async function replace(): Promise<boolean> {
    if (!hasStarted || closing || isReplacing) return false;
    isReplacing = true;
    log.info('replacing the processes with the installed version');
    // The edge first: it can read the rules of an earlier version.
    let isDone = (await replaceRole('edge')) && (await replaceRole('store'));
    isReplacing = false;
    if (isDone) log.info('the processes are replaced');
    return isDone;
  }

  async function close(): Promise<void> {
    closing = true;
    // While a socket stays open here, connections to it would wait instead of being refused.
    for (let socket of Object.values(held)) socket?.close();
    await Promise.all([...all].map(end));
  }

  async function untilReady(): Promise<Omit<Ready, 'ready'>> {
    try {
      let edge = keep('edge');
      let store = keep('store');
      // An edge without rules becomes ready only after the store side.
      let said = await Promise.race([store, edge.then(() => store)]);
      if (said.problem === undefined) await edge;
      else edge.catch(() => undefined);
      hasStarted = true;
      return said;
    } catch (error) {
      await close();
      throw error;
    }
  }

  return { ports, ready: untilReady(), replace, close };
}

/** As `nice -n 10` does. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, storePriority);
  } catch {
    // It has exited already, or the system has no priorities.
  }
}

/** The process itself has logged what was wrong. */
export class EndedEarly extends Error {
  constructor(role: ProcessRole) {
    super(`The ${role} process exited before it was ready.`);
  }
}

function order(child: ChildProcess, what: SupervisorOrder): void {
  // A child that has just exited receives nothing.
  if (child.connected) child.send(what, () => undefined);
}

/** Whether a child sends a message before it exits, and within the timeout. */
function says(child: ChildProcess, what: 'loaded' | 'left', limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let done = (answer: boolean) => {
      clearTimeout(limit);
      child.off('message', hear).off('exit', ended).off('error', ended);
      resolve(answer);
    };
    let hear = (message: object) => what in message && done(true);
    let ended = () => done(false);
    let limit = setTimeout(ended, limitMs);
    child.on('message', hear).on('exit', ended).on('error', ended);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  let gone = once(child, 'exit');
  child.kill('SIGTERM');
  let timeUp = new AbortController();
  let kill = async () => {
    await pause(killAfterMs, undefined, { signal: timeUp.signal });
    child.kill('SIGKILL');
  };
  await Promise.race([gone, kill().catch(() => undefined)]);
  await gone;
  timeUp.abort();
}
