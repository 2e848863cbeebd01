/** The parts that send the scheduled mails of a world, with a clock of the test's own. */
import pino from 'pino';
import type { NoticeServices } from 'gateway/alerts/services';
import { createSecretSealer } from 'gateway/floor/sealer';
import { type World } from './world';
import { worldSalt } from './edge';

/** `clock` gives milliseconds. The world's gateway accepts the links. */
export function noticePartsOf({ records, events, mail }: World, clock: () => number): NoticeServices {
  let sealer = createSecretSealer([worldSalt], 'records');
  return { records, events, mail, sealer, clock, publicUrl: 'http://dashboard.test', log: pino({ level: 'silent' }) };
}
