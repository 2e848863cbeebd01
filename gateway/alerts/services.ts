/** Services that alerts, deliveries and optional emails use. */
import type { Logger } from 'pino';
import type { PrivateTargets } from 'net/private-targets';
import type { EventReader } from '../events/shape/store';
import type { Records } from '../floor/db/schema';
import type { Mail } from '../floor/mail/mail';
import type { SecretSealer } from '../floor/sealer';

export interface DeliveryServices {
  records: Records;
  events: EventReader;
  mail: Mail;
  sealer: SecretSealer;
  /** Address of the dashboard, without a slash at its end. */
  publicUrl: string;
  /** Webhooks that may be on a private network. */
  privateTargets: PrivateTargets;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}
