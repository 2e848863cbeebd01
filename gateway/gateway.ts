/** The embedded gateway: the management API and the edge over the two stores. Knows nothing of Remix, React or cookies. */
import type { Logger } from 'pino';
import type { Enrich } from './enrich/enrich';
import type { EventStore } from './events/store';
import type { Records } from './records/schema';

export interface GatewayParts {
  records: Records;
  events: EventStore;
  enrich: Enrich;
  /** Secret of this installation: salt of the origin and endpoint hashes. */
  salt: string;
  /** Domain below which the edge's default hosts live, `localhost` or `example.com`. */
  domain: string;
  /** Public port of the edge, in printed addresses; empty when it is the scheme's own. */
  port: string;
  /** Whether `X-Forwarded-*` headers are believed. */
  trustProxy: boolean;
  /** Registries (`host` or `host:port`) that may be on a private network; `*` for all, none when left out. */
  privateTargets?: readonly string[];
  /** Registries spoken to without TLS, besides those of this machine itself. */
  insecureRegistries?: readonly string[];
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}
