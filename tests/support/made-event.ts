/** One event with plain values, for tests that care about a few of its fields. */
import { uuidv7 } from 'uuidv7';
import { unknownEvent, type Event } from 'contract/event-fields';

/** Of events that name no owner. A world gives them that of their package or pixel. */
export const someOwner = '44444444-4444-4444-8444-444444444444';

/** A download of a package, unless `fields` say otherwise. */
export function madeEvent(fields: Pick<Event, 'artifactId' | 'time'> & Partial<Event>): Event {
  return {
    ...unknownEvent({ artifactType: 'package', artifactId: '', ownerId: someOwner, type: 'binary-download' }),
    id: uuidv7(),
    userAgent: 'curl/8.5.0',
    client: 'curl',
    platform: 'linux',
    originId: 1n,
    endpointId: 1n,
    requestDomain: 'ada.gateway.localhost',
    ...fields,
  };
}
