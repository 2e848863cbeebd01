/** Puts one event together from what a rule counts, what the request said and what address and agent tell. */
import { uuidv7 } from 'uuidv7';
import { limits } from 'contract/limits';
import type { Enrich, Company, Place } from '../enrich/enrich';
import { platformIn } from '../enrich/platforms';
import type { Event } from '../events/event';
import type { Count } from './decision';
import type { Identity } from './identity';
import type { Visit } from './visit';

export interface ComposeParts {
  enrich: Enrich;
  identity: Identity;
  clock: () => number;
}

const nowhere: Place = { country: '', state: '', city: '', postal: '', latitude: null, longitude: null };
const nobody: Company = { connectionType: '', companyName: '', companyDomain: '', confidence: null };

/** The event of a counted request. A client that asked not to be tracked leaves only that somebody was here: when, at which package or pixel, on which host. */
export function composeEvent({ enrich, identity, clock }: ComposeParts, count: Count, visit: Visit): Event {
  let { type, artifactType, artifactId, ownerId } = count;
  let known = { id: uuidv7(), type, artifactType, artifactId, ownerId, time: clock(), requestDomain: visit.host };
  if (visit.doNotTrack) return { ...known, ...untracked };
  let agent = enrich.agent(visit.userAgent);
  return {
    ...known,
    version: count.version.slice(0, limits.versionMax),
    referer: (count.page || visit.referer).slice(0, limits.refererMax),
    userAgent: visit.userAgent,
    client: agent.client,
    platform: givenPlatform(count.variables.platform) || agent.platform,
    variables: count.variables,
    originId: identity.origin(visit),
    endpointId: identity.endpoint(visit.address),
    ...enrich.place(visit.address),
    ...(count.trackCompanies ? enrich.company(visit.address) : nobody),
    isBot: agent.isBot,
    doNotTrack: false,
  };
}

/** What an owner's own variable says; names we know are brought to our spelling. */
function givenPlatform(platform: string | undefined): string {
  return platform ? platformIn(platform) || platform.toLowerCase() : '';
}

const untracked = {
  version: '',
  referer: '',
  userAgent: '',
  client: '',
  platform: '',
  variables: {},
  originId: 0n,
  endpointId: 0n,
  ...nowhere,
  ...nobody,
  isBot: false,
  doNotTrack: true,
};
