/** One event with plain values, for tests that care about a few of its fields. */
import { uuidv7 } from 'uuidv7';
import type { Event } from 'gateway/events/event';

/** A download of a package unless `fields` say otherwise. */
export function madeEvent(fields: Pick<Event, 'artifactId' | 'time'> & Partial<Event>): Event {
  return {
    id: uuidv7(),
    type: 'binary-download',
    artifactType: 'package',
    ownerId: '44444444-4444-4444-8444-444444444444',
    version: '',
    referer: '',
    userAgent: 'curl/8.5.0',
    client: 'curl',
    platform: 'linux',
    variables: {},
    originId: 1n,
    endpointId: 1n,
    country: '',
    state: '',
    city: '',
    postal: '',
    latitude: null,
    longitude: null,
    connectionType: '',
    companyName: '',
    companyDomain: '',
    confidence: null,
    requestDomain: 'ada.gateway.localhost',
    isBot: false,
    doNotTrack: false,
    ...fields,
  };
}
