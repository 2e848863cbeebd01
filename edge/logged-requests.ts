/** Counts requests in the logs of other servers by the rules of the edge. */
import type { LoggedRequest, CountLogged, LogQuestion } from 'contract/edge/logged-requests';
import type { FileRule } from 'contract/packages/package-types/file';
import type { OwnerRules } from 'contract/edge/edge-rules';
import * as limits from 'contract/floor/limits';
import { dayOf } from 'contract/floor/time';
import { asSent } from 'contract/packages/file-routes/request-path';
import { headerText } from 'net/header-text';
import { isHostName, plainAddress } from 'net/proxies';
import { buildEvent, noteCheck } from './build-event';
import type { Decision, DecisionContext, CountedHit } from './requests/decision';
import { bareHost, splitTarget, type EdgeRequest } from './requests/edge-request';
import type { Enrich } from './enrich/enrich';
import { createIdentify, visitorSalt, type VisitorSalt, type SaltSource } from './identity';
import { createPullAttribution } from './pull-attribution';
import { createRoutingTable, decideRequest, type RuleTable } from './routing-table';

/**
 * Registries are not queried for each line of a log: versions are taken from the usual file names.
 */
const context: DecisionContext = {
  indexes: { ask: async () => 'failed' as const, knows: () => false, failureOf: () => undefined },
  registries: { look: async () => 'missing' as const },
  originOf: ({ host }) => `https://${host}`,
};

/** Counts the requests of one file by the rules of its owner. */
export function countLogged(enrich: Enrich, domain: string, { rules, secret, mark }: LogQuestion): CountLogged {
  let composing = { enrich, identify: createIdentify(monthlySalts(secret, mark)), pulls: createPullAttribution() };
  let served = tableOf(domain, rules);
  // A host that is not served here may have had other content at other paths.
  let anywhere = tableOf(domain, withoutCatchAll(rules));
  let hosts = [...anywhere.hosts.keys()];

  async function hitOf(table: RuleTable, request: EdgeRequest, time: number): Promise<CountedHit | undefined> {
    let decision: Decision = decideRequest(table, request, () => false);
    if (decision.kind === 'deferred') decision = await decision.decide(context);
    if ('check' in decision && decision.check) noteCheck(composing, decision.check, request, { digest: '', time });
    let hit = 'count' in decision ? decision.count : null;
    return hit && hit.artifactType === 'package' && hit.artifactId !== '' ? hit : undefined;
  }

  async function hitAnywhere(request: EdgeRequest, time: number): Promise<CountedHit | undefined> {
    if (served.hosts.has(request.host)) return hitOf(served, request, time);
    for (let host of hosts) {
      let hit = await hitOf(anywhere, { ...request, host }, time);
      if (hit) return hit;
    }
    return undefined;
  }

  return async (logged) => {
    let request = requestOf(logged);
    let hit = await hitAnywhere(request, logged.time);
    return hit && buildEvent(composing, hit, request, logged.time);
  };
}

function requestOf({ method, target, host, address, userAgent, referer, headers }: LoggedRequest): EdgeRequest {
  let name = bareHost(host);
  let [path, query] = splitTarget(asSent(target.replace(/^https?:\/\/[^/]*/i, '')).slice(0, limits.requestTargetMax));
  return {
    method,
    // Stored in events, so it must not be an IP address or other client input.
    host: isHostName(name) && plainAddress(host) === '' ? name : '',
    path,
    query,
    address: plainAddress(address),
    userAgent: headerText(userAgent, limits.userAgentMax),
    referer: headerText(referer, limits.refererMax),
    language: headers['accept-language'] ?? '',
    doNotTrack: headers.dnt === '1' || headers['sec-gpc'] === '1',
    headers,
  };
}

function tableOf(domain: string, rules: OwnerRules): RuleTable {
  let table = createRoutingTable(domain);
  // A log tells what was sent, also of versions that are withdrawn now.
  table.take(new Map([['owner', { ...rules, pixels: [], pixelHosts: [], withdrawn: [] }]]));
  return table.current()!;
}

function withoutCatchAll(rules: OwnerRules): OwnerRules {
  let files: FileRule[] = rules.packages.file ?? [];
  return { ...rules, packages: { ...rules.packages, file: files.filter((rule) => !('target' in rule)) } };
}

/** A salt for each UTC month of a file; the secret that they are derived from is not stored. */
function monthlySalts(secret: string, mark: string): SaltSource {
  let salts = new Map<string, VisitorSalt>();
  return {
    of(ownerId, time) {
      let at = new Date(time);
      let begin = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)).toISOString().slice(0, 19);
      let end = dayOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
      let key = `${ownerId} ${begin}`;
      let salt = salts.get(key) ?? visitorSalt(`${secret}\n${key}`, `${begin}Z ${mark}/${end}`);
      salts.set(key, salt);
      return salt;
    },
  };
}
