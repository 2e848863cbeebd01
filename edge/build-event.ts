/**
 * Builds the event of a request from the counted artifact, the request, and data about address and
 * user agent.
 */
import { randomFillSync } from 'node:crypto';
import { asksForOthers, audienceRules, audienceReasonOf, type AudienceRuleName } from 'contract/analytics/audience';
import { V7Generator } from 'uuidv7';
import * as limits from 'contract/floor/limits';
import { printable } from 'contract/floor/printable';
import {
  unknownAgent,
  unknownCompany,
  unknownPlace,
  type ClientAgent,
  type NetworkCompany,
  type Enrich,
} from './enrich/enrich';
import { withoutQuery } from './requests/address';
import { platformIn } from './enrich/platforms';
import type { Event } from 'contract/event-fields';
import type { ManifestCheck, CountedHit } from './requests/decision';
import type { Identify, VisitorIds } from './identity';
import type { EdgeRequest } from './requests/edge-request';
import type { PullAttribution } from './pull-attribution';

const networkMax = 500;

/** Drawn in bulk: four random bytes cost as much as thousands. */
const drawn = new Uint32Array(1_024);
let next = drawn.length;

function nextUint32(): number {
  if (next === drawn.length) {
    randomFillSync(drawn);
    next = 0;
  }
  return drawn[next++]!;
}

const eventIds = new V7Generator({ nextUint32 });

export interface BuildParts {
  enrich: Enrich;
  identify: Identify;
  pulls: PullAttribution;
}

/**
 * With `doNotTrack` the event has only the time, the package or pixel and the host. Every field is
 * written out, because spreading several objects into one costs more than the rest of the edge
 * together.
 */
export function buildEvent(parts: BuildParts, count: CountedHit, request: EdgeRequest, time: number): Event {
  let { enrich, identify, pulls } = parts;
  let quiet = request.doNotTrack;
  let agent = quiet ? unknownAgent : agentOf(enrich, count, request);
  let place = quiet ? unknownPlace : enrich.place(request.address);
  let network = quiet ? unknownCompany : enrich.company(request.address);
  let ids = quiet ? nobody : identify(request, count.ownerId, time);
  let version = count.manifest && !quiet ? pulls.nameOf(ids.originId, count.manifest, time) : count.version;
  let rule: AudienceRuleName = quiet ? 'not-tracked' : ruleOf(agent, network);
  let company = count.trackCompanies ? companyOf(network, rule) : unknownCompany;
  return {
    id: eventIds.generate().toString(),
    type: count.type,
    artifactType: count.artifactType,
    artifactId: count.artifactId,
    ownerId: count.ownerId,
    time,
    version: quiet ? '' : printable(version, limits.versionMax),
    referer: quiet ? '' : printable(count.page || withoutQuery(request.referer), limits.refererMax),
    userAgent: quiet ? '' : request.userAgent,
    client: agent.client,
    platform: quiet ? '' : givenPlatform(count.platform ?? count.variables.platform) || agent.platform,
    variables: quiet ? {} : count.variables,
    originId: ids.originId,
    endpointId: ids.endpointId,
    country: place.country,
    state: place.state,
    city: place.city,
    postal: place.postal,
    latitude: place.latitude,
    longitude: place.longitude,
    connectionType: company.connectionType,
    companyName: printable(company.companyName, limits.companyNameMax),
    companyDomain: company.companyDomain,
    confidence: company.confidence,
    requestDomain: request.host,
    isBot: agent.isBot,
    doNotTrack: quiet,
    audience: audienceRules[rule].audience,
    audienceReason: audienceReasonOf(rule),
    collectionId: count.collectionId ?? '',
    imagePath: count.imagePath ?? '',
    idPeriod: ids.idPeriod,
    network: printable(company.network, networkMax),
    fileExtension: quiet || count.type !== 'binary-download' ? '' : fileExtensionOf(request.path),
    requestPath: quiet || !downloads.has(count.type) ? '' : (count.requestPath ?? request.path),
    clientVersion: agent.clientVersion,
    runtime: agent.runtime,
    installer: agent.installer,
    arch: agent.arch,
    libc: agent.libc,
    ciProvider: agent.ciProvider,
    fallback: count.fallback ?? '',
  };
}

/**
 * The file extension of a path, with `tar.gz` and the like as one; empty for text such as
 * `tool-1.2.3` and `v2.0rc1`.
 */
export function fileExtensionOf(path: string): string {
  let [, packed = '', last = ''] = /[^/.](\.tar)?\.(7z|[a-z][a-z0-9]{0,9})$/i.exec(path) ?? [];
  return last && `${packed.slice(1)}${packed && '.'}${last}`.toLowerCase();
}

/**
 * Remembers which pull a client checks; `digest` as in `PullAttribution`. Not for clients that must
 * not be tracked.
 */
export function noteCheck(
  { identify, pulls }: BuildParts,
  check: ManifestCheck,
  request: EdgeRequest,
  { digest, time }: { digest: string; time: number },
): void {
  if (request.doNotTrack) return;
  pulls.noteCheck(identify(request, check.ownerId, time).originId, check, digest, time);
}

const downloads: ReadonlySet<Event['type']> = new Set(['binary-download', 'manifest-fetch']);

/** For visitors who must not be tracked. */
const nobody: VisitorIds = { originId: 0n, endpointId: 0n, idPeriod: '' };

/** A client that its host recognizes by its HTTP library counts as a tool. */
function agentOf(enrich: Enrich, { agent, madeWith }: CountedHit, { userAgent }: EdgeRequest): ClientAgent {
  let told = enrich.agent(userAgent || (agent ?? ''));
  return madeWith?.library.test(userAgent)
    ? { ...told, client: madeWith.client, clientVersion: '', installer: madeWith.client, rule: 'tool' }
    : told;
}

/** Clients at hosting providers are not people. */
function ruleOf({ rule }: ClientAgent, { connectionType }: NetworkCompany): AudienceRuleName {
  return connectionType === 'hosting' && (rule === 'tool' || rule === 'library') ? 'tool-in-data-centre' : rule;
}

/** A crawler keeps its cloud: no page counts that as a company that uses the package. */
function companyOf(network: NetworkCompany, rule: AudienceRuleName): NetworkCompany {
  let { connectionType } = network;
  return asksForOthers(rule) && connectionType !== 'hosting' ? { ...unknownCompany, connectionType } : network;
}

/** The platform in a variable of the owner, in our spelling if it is a known name. */
function givenPlatform(platform: string | undefined): string {
  return platform ? platformIn(platform) || platform.toLowerCase() : '';
}
