/**
 * Data derived from an address and a user agent, without calls to other systems. Unknown values are
 * empty.
 */
import type { AudienceRuleName } from 'contract/analytics/audience';
import type { Event } from 'contract/event-fields';
import { unknownToolchain, type Toolchain } from './toolchain';
import type { DataSource } from 'contract/analytics/data-source';

export interface ClientAgent extends Pick<Event, 'client' | 'clientVersion' | 'platform' | 'isBot'>, Toolchain {
  /** The audience rule, as far as the user agent decides it. */
  rule: AudienceRuleName;
}
export type GeoPlace = Pick<Event, 'country' | 'state' | 'city' | 'postal' | 'latitude' | 'longitude'>;
export type NetworkCompany = Pick<Event, 'connectionType' | 'companyName' | 'companyDomain' | 'confidence' | 'network'>;

export const unknownAgent: ClientAgent = {
  client: '',
  clientVersion: '',
  platform: '',
  isBot: false,
  rule: 'no-agent',
  ...unknownToolchain,
};
export const unknownPlace: GeoPlace = { country: '', state: '', city: '', postal: '', latitude: null, longitude: null };
export const unknownCompany: NetworkCompany = {
  connectionType: '',
  companyName: '',
  companyDomain: '',
  confidence: null,
  network: '',
};

export interface Enrich {
  agent(userAgent: string): ClientAgent;
  place(address: string): GeoPlace;
  company(address: string): NetworkCompany;
  /** Attributions that pages must show for the data in use. */
  attributions: string[];
  sources: readonly DataSource[];
}
