/** What the supervisor passes to its children, and their messages to it. */
import { z } from 'zod';
import type { Settings } from './settings';

export type Role = 'edge' | 'store';

/** The environment variable that carries it. */
export const supervisedVariable = 'SUPERVISED';

const Supervised = z.object({
  /** Inherited sockets by the setting that names their port. */
  sockets: z.record(z.number().int()),
  /** Port of the link on 127.0.0.1, where the store side listens for the edge. */
  storePort: z.number().int(),
  /** What both sides show each other; sides without a supervisor take it from the salt. */
  linkSecret: z.string().optional(),
});
export type Supervised = z.infer<typeof Supervised>;

/** Whether a supervisor has started this process. */
export function isSupervised(environment: Record<string, string | undefined>): boolean {
  return environment[supervisedVariable] !== undefined;
}

/**
 * Reads what the supervisor passed; a process without a supervisor binds the ports of its settings.
 */
export function supervisedBy(
  environment: Record<string, string | undefined>,
  { STORE_PORT }: Pick<Settings, 'STORE_PORT'>,
): Supervised {
  let given = environment[supervisedVariable];
  return given === undefined ? { sockets: {}, storePort: STORE_PORT } : Supervised.parse(JSON.parse(given));
}

/** Sent once, when the child answers on its sockets. */
export interface Ready {
  ready: true;
  /** Why the stores cannot be opened; they are tried again until they can. */
  problem?: string | undefined;
}

export function tellReady(what: Omit<Ready, 'ready'> = {}): void {
  process.send?.({ ...what, ready: true } satisfies Ready);
}
