/** Stores and services of alerts and their deliveries. */
import type { Logger } from 'pino';
import type { PrivateTargets } from 'net/private-targets';
import type { Records } from '../floor/db/schema';
import type { Mail } from '../floor/mail/mail';
import type { Sealer } from '../floor/sealer';

export interface DeliveryParts {
  records: Records;
  mail: Mail;
  sealer: Sealer;
  /** Address of the dashboard, without a slash at its end. */
  publicUrl: string;
  /** Webhooks that may be on a private network. */
  privateTargets: PrivateTargets;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}
