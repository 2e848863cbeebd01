/**
 * Messages between the supervisor and its child processes. A child may be of a later version:
 * unknown fields are ignored.
 */
import { once } from 'node:events';
import { z } from 'zod';
import type { Settings } from './settings';

export type ProcessRole = 'edge' | 'store';

export const supervisedVariable = 'SUPERVISED';

const Supervised = z.object({
  /** Inherited sockets by the setting that names their port. */
  sockets: z.record(z.number().int()),
  /** Port on 127.0.0.1 where the store side listens for the edge. */
  storePort: z.number().int(),
  /** Authenticates both sides; without a supervisor it is derived from the salt. */
  linkSecret: z.string().optional(),
  /** How often a process of this role has ended by itself. */
  exits: z.number().int().optional(),
  /** The one before was ended by a part that it is built on (SIGABRT). */
  aborted: z.boolean().optional(),
  /** The child loads its program and waits until the process before it has left. */
  waits: z.boolean().optional(),
});
export type Supervised = z.infer<typeof Supervised>;

/** Port on 127.0.0.1 where the edge reaches the store side when both run without a supervisor. */
export function storePortOf({ GATEWAY_PORT }: Pick<Settings, 'GATEWAY_PORT'>): number {
  return GATEWAY_PORT + 1;
}

export function isSupervised(environment: Record<string, string | undefined>): boolean {
  return environment[supervisedVariable] !== undefined;
}

/** A process without a supervisor binds the ports of its settings. */
export function supervisedBy(
  environment: Record<string, string | undefined>,
  settings: Pick<Settings, 'GATEWAY_PORT'>,
): Supervised {
  let given = environment[supervisedVariable];
  return given === undefined ? { sockets: {}, storePort: storePortOf(settings) } : Supervised.parse(JSON.parse(given));
}

/** Sent by a child that waits: its program is loaded. */
interface Loaded {
  loaded: true;
}

/** The child has written its last event and only finishes running responses. */
interface Left {
  left: true;
}

/** Sent once, when the child answers on its sockets. */
export interface Ready {
  ready: true;
  /** Why the stores cannot be opened; the child retries. */
  problem?: string | undefined;
}

export function sendReady(what: Omit<Ready, 'ready'> = {}): void {
  process.send?.({ ...what, ready: true } satisfies Ready);
}

/** `begin` working, or `leave` it to the next process. */
export type SupervisorOrder = 'begin' | 'leave';

/** Resolves when the process before this one has left. */
export async function untilTurn({ waits }: Supervised): Promise<void> {
  if (!waits) return;
  process.send?.({ loaded: true } satisfies Loaded);
  let [order] = await once(process, 'message');
  if (order !== 'begin') throw new Error(`The supervisor sent ${String(order)} instead of begin.`);
}

/** Calls `leave` when the next process takes over, reports it, and exits with `ended`. */
export function leaveOnOrder(leave: () => Promise<{ ended: Promise<void> }>): void {
  process.on('message', (order: SupervisorOrder) => {
    if (order !== 'leave') return;
    void leave().then(({ ended }) => {
      process.send?.({ left: true } satisfies Left);
      void ended.then(() => process.exit(0));
    });
  });
}
