/**
 * Puts one event together from what a rule counts, what the request said and what address and agent
 * tell.
 */
import { audienceRules, reasonOf, type AudienceRuleName } from 'contract/audience';
import { uuidv7 } from 'uuidv7';
import * as limits from 'contract/limits';
import { unknownAgent, unknownCompany, unknownPlace, type Agent, type Company, type Enrich } from './enrich/enrich';
import { platformIn } from './enrich/platforms';
import type { Event } from 'contract/event-fields';
import type { Hit } from './decision';
import type { Identity } from './identity';
import type { EdgeRequest } from './edge-request';

export interface BuildParts {
  enrich: Enrich;
  identity: Identity;
}

/**
 * The event of a counted request. A client that asked not to be tracked leaves only that somebody
 * was here: when, at which package or pixel, on which
 * host. Every field is written out, as spreading several objects into one costs more than all the
 * rest of the edge.
 */
export function buildEvent({ enrich, identity }: BuildParts, count: Hit, request: EdgeRequest, time: number): Event {
  let quiet = request.doNotTrack;
  let agent = quiet ? unknownAgent : enrich.agent(request.userAgent);
  let place = quiet ? unknownPlace : enrich.place(request.address);
  let network = quiet ? unknownCompany : enrich.company(request.address);
  let company = count.trackCompanies ? network : unknownCompany;
  let rule: AudienceRuleName = quiet ? 'not-tracked' : ruleOf(agent, network);
  return {
    id: uuidv7(),
    type: count.type,
    artifactType: count.artifactType,
    artifactId: count.artifactId,
    ownerId: count.ownerId,
    time,
    version: quiet ? '' : count.version.slice(0, limits.versionMax),
    referer: quiet ? '' : (count.page || request.referer).slice(0, limits.refererMax),
    userAgent: quiet ? '' : request.userAgent,
    client: agent.client,
    platform: quiet ? '' : givenPlatform(count.variables.platform) || agent.platform,
    variables: quiet ? {} : count.variables,
    originId: quiet ? 0n : identity.origin(request),
    endpointId: quiet ? 0n : identity.endpoint(request.address),
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
    requestDomain: request.host,
    isBot: agent.isBot,
    doNotTrack: quiet,
    audience: audienceRules[rule].audience,
    audienceReason: reasonOf(rule),
    collectionId: count.collectionId ?? '',
    imagePath: count.imagePath ?? '',
  };
}

/** Machines of hosting providers have no people in front of them. */
function ruleOf({ rule }: Agent, { connectionType }: Company): AudienceRuleName {
  return connectionType === 'hosting' && (rule === 'tool' || rule === 'library') ? 'tool-in-data-centre' : rule;
}

/** What an owner's own variable says; names we know are brought to our spelling. */
function givenPlatform(platform: string | undefined): string {
  return platform ? platformIn(platform) || platform.toLowerCase() : '';
}
