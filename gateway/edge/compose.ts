/** Puts one event together from what a rule counts, what the request said and what address and agent tell. */
import { uuidv7 } from 'uuidv7';
import * as limits from 'contract/limits';
import { unknownAgent, unknownCompany, unknownPlace, type Enrich } from '../enrich/enrich';
import { platformIn } from '../enrich/platforms';
import type { Event } from 'contract/event-fields';
import type { Count } from './decision';
import type { Identity } from './identity';
import type { Visit } from './visit';

export interface ComposeParts {
  enrich: Enrich;
  identity: Identity;
}

/**
 * The event of a counted request. A client that asked not to be tracked leaves only that somebody was here: when, at which package or pixel, on which
 * host. Every field is written out, as spreading several objects into one costs more than all the rest of the edge.
 */
export function composeEvent({ enrich, identity }: ComposeParts, count: Count, visit: Visit, time: number): Event {
  let quiet = visit.doNotTrack;
  let agent = quiet ? unknownAgent : enrich.agent(visit.userAgent);
  let place = quiet ? unknownPlace : enrich.place(visit.address);
  let company = quiet || !count.trackCompanies ? unknownCompany : enrich.company(visit.address);
  return {
    id: uuidv7(),
    type: count.type,
    artifactType: count.artifactType,
    artifactId: count.artifactId,
    ownerId: count.ownerId,
    time,
    version: quiet ? '' : count.version.slice(0, limits.versionMax),
    referer: quiet ? '' : (count.page || visit.referer).slice(0, limits.refererMax),
    userAgent: quiet ? '' : visit.userAgent,
    client: agent.client,
    platform: quiet ? '' : givenPlatform(count.variables.platform) || agent.platform,
    variables: quiet ? {} : count.variables,
    originId: quiet ? 0n : identity.origin(visit),
    endpointId: quiet ? 0n : identity.endpoint(visit.address),
    country: place.country,
    state: place.state,
    city: place.city,
    postal: place.postal,
    latitude: place.latitude,
    longitude: place.longitude,
    connectionType: company.connectionType,
    companyName: company.companyName,
    companyDomain: company.companyDomain,
    confidence: company.confidence,
    requestDomain: visit.host,
    isBot: agent.isBot,
    doNotTrack: quiet,
    audience: 'unknown',
    audienceReason: 'unknown',
    collectionId: count.collectionId ?? '',
    imagePath: count.imagePath ?? '',
  };
}

/** What an owner's own variable says; names we know are brought to our spelling. */
function givenPlatform(platform: string | undefined): string {
  return platform ? platformIn(platform) || platform.toLowerCase() : '';
}
