/**
 * Charts of a repository: its index has the archives of own charts at the gateway, which redirects
 * and counts them. Everything else is redirected to the repository.
 */
import type { RegistryRule } from 'contract/packages/package-types/type';
import { decoded, mergeQuery } from '../requests/address';
import type { Decision, DecisionContext } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import type { IndexAnswer } from '../upstream/index-cache';
import { type ChartArchives, chartIndex } from './helm-index';
import { ownRegistry, refusals, toArtifact, toRegistry } from './registry';
import type { EdgePackageType } from './type';

export const helm: EdgePackageType<RegistryRule> = {
  arrange(rules) {
    let charts = new Map(rules.map((rule) => [rule.name, rule]));
    let own = ownRegistry(rules);
    let ask = (request: EdgeRequest, context: DecisionContext) =>
      context.indexes.ask(chartIndex(own, [...charts.keys()], context.originOf(request)));
    return {
      decide(request) {
        if (request.path === '/index.yaml')
          return {
            kind: 'deferred',
            async decide(context) {
              let index = await ask(request, context);
              if (typeof index !== 'object') return refusals[index];
              return { kind: 'document', document: index.document, count: null };
            },
          };
        let path = decoded(request.path);
        let rule = charts.get(/^\/dl\/([^/]+)\//.exec(path)?.[1] ?? '');
        if (!rule) return null;
        return {
          kind: 'deferred',
          decide: async (context) => archive(await ask(request, context), rule, path, request),
        };
      },
      decideRest: (request) => toRegistry(own.registry, request),
    };
  },
};

/** An archive's signature is at the same address with this suffix. */
const signature = '.prov';

function archive(index: IndexAnswer<ChartArchives>, rule: RegistryRule, path: string, request: EdgeRequest): Decision {
  if (typeof index !== 'object') return refusals[index];
  let isSignature = path.endsWith(signature);
  let found = index.facts.get(isSignature ? path.slice(0, -signature.length) : path);
  if (!found) return refusals.missing;
  if (!isSignature) return toArtifact(rule, found.version, found.location, request);
  let location = mergeQuery(found.location.replace(/(?=\?|$)/, signature), request.query);
  return { kind: 'redirect', location, count: null };
}
