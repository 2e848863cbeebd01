/**
 * Binds the sockets and starts the two processes that answer on them: the edge for downloads, and
 * the store side with API, dashboard and jobs. A process that ends is restarted; both end with this
 * one.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FolderLock } from './folder-lock';
import { newSecret } from './secrets';
import type { Settings } from './settings';
import { holdSocket, type HeldSocket } from './sockets';
import { killAfterMs } from './stopping';
import { supervisedVariable, type Ready, type Role, type Supervised } from './supervised';

/** The arguments of Node that start each role. */
export type Programs = Record<Role, readonly string[]>;

export interface Supervision {
  /** The ports in use; undefined for those that are not configured. */
  ports: { dashboard: number; gateway: number; metrics: number | undefined };
  /**
   * Resolves when both sides answer, or when the store side reports why it cannot yet. Rejects when
   * a setting is invalid: the process has logged it and exited.
   */
  ready: Promise<Omit<Ready, 'ready'>>;
  /** Closes the sockets and stops both, within five seconds. */
  close(): Promise<void>;
}

/** A child that ended sooner than this is restarted after a pause. */
const shortLifeMs = 1_000;
const pauseMaxMs = 1_000;
/**
 * Measured on two cores: with 5, downloads that fill the machine were a tenth slower than with 10.
 */
const storePriority = 10;
/**
 * Megabytes of half the space for new objects, of which Node has 16, and places where the allocator
 * of the system keeps what was freed, of which it has eight for each processor.
 */
const newSpaceMb = 8;
const arenasMax = '2';
/** Name of the loopback socket of the store side, which has no setting. */
const storeSocket = 'STORE';

/** Starts both processes; each inherits the lock of its side, which it holds as long as it runs. */
export function supervise(
  settings: Settings,
  programs: Programs,
  log: Logger,
  locks: Partial<Record<Role, Pick<FolderLock, 'fd'>>> = {},
): Supervision {
  let { HOST, GATEWAY_HOST = HOST, METRICS_HOST, METRICS_PORT } = settings;
  let held: Record<string, HeldSocket | undefined> = {
    PORT: holdSocket(settings.PORT, HOST),
    GATEWAY_PORT: holdSocket(settings.GATEWAY_PORT, GATEWAY_HOST),
    METRICS_PORT: METRICS_PORT === undefined ? undefined : holdSocket(METRICS_PORT, METRICS_HOST),
    [storeSocket]: holdSocket(0, '127.0.0.1'),
  };
  let portOf = (name: string, otherwise: number) => held[name]?.port ?? otherwise;
  let ports = {
    dashboard: portOf('PORT', settings.PORT),
    gateway: portOf('GATEWAY_PORT', settings.GATEWAY_PORT),
    metrics: METRICS_PORT === undefined ? undefined : portOf('METRICS_PORT', METRICS_PORT),
  };
  let storePort = portOf(storeSocket, settings.STORE_PORT);
  let linkSecret = newSecret();
  let children = new Map<Role, ChildProcess>();
  let hasStarted = false;
  let closing = false;

  function spawnRole(role: Role, names: readonly string[]): ChildProcess {
    let sockets: Supervised['sockets'] = {};
    let inherited: number[] = [];
    for (let name of names) {
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
        // With it, an edge would be one of many processes.
        SECRETS_KEY: undefined,
        SECRETS_KEY_FILE: undefined,
        PORT: String(ports.dashboard),
        GATEWAY_PORT: String(ports.gateway),
        [supervisedVariable]: JSON.stringify({ sockets, storePort, linkSecret } satisfies Supervised),
      },
    });
    // Where processors are short, downloads go first. Before the child has threads of its own.
    if (role === 'store' && child.pid !== undefined) giveWay(child.pid);
    children.set(role, child);
    return child;
  }

  /** Keeps a role running; resolves when it has answered for the first time. */
  function keep(role: Role, names: readonly string[]): Promise<Ready> {
    return new Promise((resolve, reject) => {
      let hasAnswered = false;
      let shortLives = 0;
      let begin = () => {
        if (closing) return;
        let started = performance.now();
        let child = spawnRole(role, names);
        let again = (why: { code?: number | null; signal?: NodeJS.Signals | null; err?: Error }) => {
          if (closing) return;
          // A child that exits by itself has logged a wrong setting; one that was killed is
          // restarted.
          if (!hasStarted && !hasAnswered && typeof why.code === 'number') return reject(new EndedEarly(role));
          shortLives = performance.now() - started < shortLifeMs ? shortLives + 1 : 0;
          log.error({ role, ...why }, 'a process has ended; it is started anew');
          setTimeout(begin, Math.min(pauseMaxMs, shortLives * 100));
        };
        child.on('message', (message: Ready) => {
          hasAnswered = true;
          resolve(message);
        });
        // The process could not be created; otherwise `exit` follows.
        child.once('error', (error) => child.pid === undefined && again({ err: error }));
        child.once('exit', (code, signal) => again({ code, signal }));
      };
      begin();
    });
  }

  async function close(): Promise<void> {
    closing = true;
    // While a socket stays open here, connections to it would wait instead of being refused.
    for (let socket of Object.values(held)) socket?.close();
    await Promise.all([...children.values()].map(end));
  }

  async function untilReady(): Promise<Omit<Ready, 'ready'>> {
    try {
      let edge = keep('edge', ['GATEWAY_PORT']);
      let store = keep('store', ['PORT', 'METRICS_PORT', storeSocket]);
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

  return { ports, ready: untilReady(), close };
}

/** Lowers the priority of a process as far as `nice -n 10` does. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, storePriority);
  } catch {
    // It has ended already, or the system knows no priorities.
  }
}

/** The process itself has logged what was wrong. */
export class EndedEarly extends Error {
  constructor(role: Role) {
    super(`The process of the ${role} has ended before it answered.`);
  }
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
