/**
 * Builds the event of a request from the counted artifact, the request, and data about address and
 * user agent.
 */
import { asksForOthers, audienceRules, reasonOf, type AudienceRuleName } from 'contract/audience';
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
 * The event of a counted request. With `doNotTrack` it holds only the time, the package or pixel
 * and the host. Every field is written out, because spreading several objects into one costs more
 * than the rest of the edge together.
 */
export function buildEvent({ enrich, identity }: BuildParts, count: Hit, request: EdgeRequest, time: number): Event {
  let quiet = request.doNotTrack;
  let agent = quiet ? unknownAgent : enrich.agent(request.userAgent);
  let place = quiet ? unknownPlace : enrich.place(request.address);
  let network = quiet ? unknownCompany : enrich.company(request.address);
  let rule: AudienceRuleName = quiet ? 'not-tracked' : ruleOf(agent, network);
  let company = count.trackCompanies ? companyOf(network, rule) : unknownCompany;
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

/** The cloud that a crawler runs in stays, as no page takes it for a company that uses anything. */
function companyOf(network: Company, rule: AudienceRuleName): Company {
  let { connectionType } = network;
  return asksForOthers(rule) && connectionType !== 'hosting' ? { ...unknownCompany, connectionType } : network;
}

/** The platform that a variable of the owner names; known names are brought to our spelling. */
function givenPlatform(platform: string | undefined): string {
  return platform ? platformIn(platform) || platform.toLowerCase() : '';
}
