/** One recorded request, as the edge writes it and the event store keeps it. */

export type EventType = 'binary-download' | 'manifest-fetch' | 'pixel-fetch';

/** Empty text means not known. An event with `doNotTrack` carries no address, agent or place: it is only counted. */
export interface Event {
  /** UUIDv7. */
  id: string;
  type: EventType;
  artifactType: 'package' | 'tracking-pixel';
  artifactId: string;
  ownerId: string;
  /** Milliseconds since 1970, UTC. */
  time: number;
  version: string;
  referer: string;
  userAgent: string;
  /** Program that asked: docker, curl, npm, Firefox, ... */
  client: string;
  platform: string;
  /** Captured path variables and query parameters. */
  variables: Record<string, string>;
  /** Salted hash of address, agent and other identifying headers, so an origin has one endpoint; 0n when not tracked. */
  originId: bigint;
  /** Salted hash of the address alone; 0n when not tracked. */
  endpointId: bigint;
  /** ISO 3166-1 alpha-2. */
  country: string;
  state: string;
  city: string;
  postal: string;
  latitude: number | null;
  longitude: number | null;
  connectionType: '' | 'business' | 'isp' | 'hosting' | 'education' | 'government';
  companyName: string;
  companyDomain: string;
  /** 0..1, null without a company. */
  confidence: number | null;
  /** Host the request came to. */
  requestDomain: string;
  isBot: boolean;
  doNotTrack: boolean;
}

/**
 * An origin or endpoint as people and programs outside see it; empty when not tracked. It begins with a letter: a spreadsheet would take
 * 20 digits for a number and round it.
 */
export function hashText(hash: bigint): string {
  return hash === 0n ? '' : `h${BigInt.asUintN(64, hash).toString(16).padStart(16, '0')}`;
}
