/** Events for tests that only need something to have been counted. */
import { uuidv7 } from 'uuidv7';
import type { Event } from 'gateway/events/event';

/** One download of a package at a time (milliseconds), from one place and client. */
export function downloadOf(packageId: string, ownerId: string, time: number): Event {
  return {
    id: uuidv7(),
    type: 'binary-download',
    artifactType: 'package',
    artifactId: packageId,
    ownerId,
    time,
    version: '1.0.0',
    referer: '',
    userAgent: 'curl/8.5.0',
    client: 'curl',
    platform: '',
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
    requestDomain: 'example.gateway.localhost',
    isBot: false,
    doNotTrack: false,
  };
}

/** One view of a pixel. */
export function viewOf(pixelId: string, ownerId: string, time: number): Event {
  return { ...downloadOf(pixelId, ownerId, time), type: 'pixel-fetch', artifactType: 'tracking-pixel' };
}
