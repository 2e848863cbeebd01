/**
 * Crates of a sparse index: its configuration names the gateway for downloads, which are redirected
 * and counted. Files of own crates are cached, those of others redirected.
 */
import type { RegistryRule } from 'contract/packages/package-types/type';
import type { Decision, DecisionContext } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import { archivePlace, configurationOf, crateOf, indexPath } from './cargo-index';
import { ownRegistry, type OwnRegistry, toArtifact, toRegistry } from './registry';
import type { EdgePackageType } from './type';

const download = /^\/dl\/([A-Za-z0-9_-]+)\/([\w.+-]+)\/([0-9a-f]{64})$/;

export const cargo: EdgePackageType<RegistryRule> = {
  arrange(rules) {
    let crates = new Map(rules.map((rule) => [rule.name.toLowerCase(), rule]));
    let files = new Map(rules.map((rule) => [`/${indexPath(rule.name)}`, rule]));
    let own = ownRegistry(rules);
    return {
      decide(request) {
        let path = request.path.replaceAll('%2B', '+');
        if (path === '/config.json')
          return { kind: 'deferred', decide: (context) => configuration(own, request, context) };
        let file = files.get(path);
        if (file) return { kind: 'deferred', decide: (context) => crateFile(file, context) };
        let [, crate, version, checksum] = download.exec(path) ?? [];
        if (!crate || !version || !checksum) return null;
        let rule = crates.get(crate.toLowerCase());
        return {
          kind: 'deferred',
          decide: (context) => archive({ crate, version, checksum, rule, own }, request, context),
        };
      },
      decideRest: (request) => toRegistry(own.registry, request),
    };
  },
};

async function configuration(own: OwnRegistry, request: EdgeRequest, context: DecisionContext): Promise<Decision> {
  let answer = await context.indexes.ask(configurationOf(own, context.originOf(request)));
  return typeof answer === 'object' ? { kind: 'document', document: answer.document, count: null } : refusal(answer);
}

async function crateFile(rule: RegistryRule, context: DecisionContext): Promise<Decision> {
  let answer = await context.indexes.ask(crateOf(rule));
  return typeof answer === 'object' ? { kind: 'document', document: answer.document, count: null } : refusal(answer);
}

interface Archive {
  crate: string;
  version: string;
  checksum: string;
  /** Undefined for a crate of others. */
  rule: RegistryRule | undefined;
  own: OwnRegistry;
}

/** Without the registry's index the client is redirected, as the registry may answer it. */
async function archive(
  { crate, version, checksum, rule, own }: Archive,
  request: EdgeRequest,
  context: DecisionContext,
): Promise<Decision> {
  let configured = await context.indexes.ask(configurationOf(own, context.originOf(request)));
  if (typeof configured !== 'object') return refusal(configured);
  let location = archivePlace(configured.facts, crate, version, checksum);
  if (!rule) return { kind: 'redirect', location, count: null };
  let known = await context.indexes.ask(crateOf(rule));
  if (known === 'missing' || (typeof known === 'object' && !known.facts.has(version))) return refusal('missing');
  return toArtifact(rule, version, location, request);
}

/** In the format of cargo. */
function refusal(answer: 'missing' | 'failed'): Decision {
  let [status, detail] =
    answer === 'missing' ? [404, 'The registry has no such crate'] : [502, 'The registry of this crate did not answer'];
  return { kind: 'json', status, body: { errors: [{ detail }] }, count: null };
}
