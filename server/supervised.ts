/** What the supervisor gives its children, and what they tell it. */
import { z } from 'zod';
import type { Settings } from './settings';

export type Role = 'edge' | 'store';

/** The environment variable that carries it. */
export const supervisedVariable = 'SUPERVISED';

const Supervised = z.object({
  /** Inherited sockets by the setting that names their port. */
  sockets: z.record(z.number().int()),
  /** Where the store side hears the edge: a port of 127.0.0.1. */
  storePort: z.number().int(),
});
export type Supervised = z.infer<typeof Supervised>;

/** Reads what the supervisor has given; a process started by itself binds the ports of its settings. */
export function supervisedBy(
  environment: Record<string, string | undefined>,
  { STORE_PORT }: Pick<Settings, 'STORE_PORT'>,
): Supervised {
  let given = environment[supervisedVariable];
  return given === undefined ? { sockets: {}, storePort: STORE_PORT } : Supervised.parse(JSON.parse(given));
}

/** Told once, when the child answers on its sockets. */
export interface Ready {
  ready: true;
  /** Where the first platform admin is made; undefined once there is one. */
  firstAdministrator?: string | undefined;
  /** Why the stores cannot be opened; they are tried again until they can. */
  problem?: string | undefined;
}

export function tellReady(what: Omit<Ready, 'ready'> = {}): void {
  process.send?.({ ...what, ready: true } satisfies Ready);
}
