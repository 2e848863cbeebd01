/** Stores and services of the optional mails. */
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store';
import type { Mail } from '../../floor/mail/mail';
import type { Records } from '../../floor/db/schema';
import type { Sealer } from '../../floor/sealer';

export interface NoticeParts {
  records: Records;
  events: EventStore;
  mail: Mail;
  /** Address of the dashboard, without a slash at its end. */
  publicUrl: string;
  sealer: Sealer;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Logger;
}
