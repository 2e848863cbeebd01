/**
 * Composer packages: the root of a repository names the gateway for metadata and for notifications
 * of installations, which are counted. Archives stay at the registry, so that a composer.lock does
 * not depend on the gateway. Metadata of others is redirected.
 */
import type { RegistryRule } from 'contract/packages/package-types/type';
import { decoded, mergeQuery } from '../requests/address';
import { packageDownload } from '../requests/artifact';
import type { Decision, DecisionContext, CountedHit } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import { withTimeout } from 'net/with-timeout';
import type { IndexRequest } from '../upstream/index-cache';
import { metadataOf, metadataPlace, noticePath, repositoryOf, type ComposerVersions } from './composer-index';
import { readNotice } from './composer-notices';
import { isBranch, isVersion, normalVersion, writtenVersion } from './composer-versions';
import { ownRegistry, type OwnRegistry, toRegistry } from './registry';
import type { EdgePackageType } from './type';

type Packages = ReadonlyMap<string, RegistryRule>;

export const composer: EdgePackageType<RegistryRule> = {
  arrange(rules) {
    let packages: Packages = new Map(rules.map((rule) => [rule.name.toLowerCase(), rule]));
    let own = ownRegistry(rules);
    return {
      decide(request) {
        if (request.path === '/packages.json')
          return { kind: 'deferred', decide: (context) => root(own, request, context) };
        let [, file] = /^\/p2\/(.+)\.json$/.exec(request.path) ?? [];
        if (file === undefined) return null;
        return { kind: 'deferred', decide: (context) => metadata({ packages, own, file }, request, context) };
      },
      decideRest: (request) => toRegistry(own.registry, request),
      decideSent: (request) =>
        request.method === 'POST' && request.path === noticePath
          ? { kind: 'deferred', decide: (context) => notice(packages, own, request, context) }
          : null,
    };
  },
};

async function root(own: OwnRegistry, request: EdgeRequest, context: DecisionContext): Promise<Decision> {
  let answer = await context.indexes.ask(repositoryOf(own, context.originOf(request)));
  return typeof answer === 'object' ? { kind: 'document', document: answer.document, count: null } : refusal(answer);
}

interface AskedMetadata {
  packages: Packages;
  own: OwnRegistry;
  /** Name of the package; followed by `~dev` for its branches. */
  file: string;
}

async function metadata(
  { packages, own, file }: AskedMetadata,
  request: EdgeRequest,
  context: DecisionContext,
): Promise<Decision> {
  let origin = context.originOf(request);
  let repository = await context.indexes.ask(repositoryOf(own, origin));
  if (typeof repository !== 'object') return refusal(repository);
  let place = repository.facts.metadata;
  if (place === undefined) return toRegistry(own.registry, request);
  let [, name = '', dev] = /^(.*?)(~dev)?$/s.exec(decoded(file)) ?? [];
  let rule = packages.get(name);
  if (!rule) return { kind: 'redirect', location: mergeQuery(metadataPlace(place, file), request.query), count: null };
  let answer = await context.indexes.ask(metadataOf(rule, place, origin, dev !== undefined));
  return typeof answer === 'object' ? { kind: 'document', document: answer.document, count: null } : refusal(answer);
}

/** How long a notification waits for the registry. */
const noticeWaitMs = 2_000;

/** Records a notification, and redirects the client to notify the registry as well. */
async function notice(
  packages: Packages,
  own: OwnRegistry,
  request: EdgeRequest,
  context: DecisionContext,
): Promise<Decision> {
  let origin = context.originOf(request);
  let repository = await withTimeout(context.indexes.ask(repositoryOf(own, origin)), noticeWaitMs);
  let { metadata, notices } = typeof repository === 'object' ? repository.facts : {};
  let hitsOfOne = async ([name, told]: [string, string]): Promise<CountedHit[]> => {
    let rule = packages.get(name)!;
    let normal = normalVersion(told);
    let question = metadata === undefined ? undefined : metadataOf(rule, metadata, origin, isBranch(normal));
    let version = await versionOf(normal, question, context);
    return version === undefined ? [] : [hitOf(rule, version, request)];
  };
  return {
    kind: 'receive',
    status: 200,
    forPages: false,
    isTrusted: false,
    async hitsOf(req) {
      let told = await readNotice(req, (name) => packages.has(name));
      if (typeof told === 'string') return told;
      return repository === 'missing' ? [] : (await Promise.all([...told].map(hitsOfOne))).flat();
    },
    onward: notices,
    count: null,
  };
}

/**
 * The registry's name of the version; undefined for an unknown version. If the registry does not
 * respond, the reported version.
 */
async function versionOf(
  normal: string,
  question: IndexRequest<ComposerVersions> | undefined,
  context: DecisionContext,
): Promise<string | undefined> {
  let known = question && (await withTimeout(context.indexes.ask(question), noticeWaitMs));
  if (known === 'missing') return undefined;
  if (typeof known === 'object') return known.facts.get(normal);
  return isVersion(normal) ? writtenVersion(normal) : undefined;
}

/** Installations of one version within 30 s are one download, as requests for one archive are. */
function hitOf(rule: RegistryRule, version: string, { path }: EdgeRequest): CountedHit {
  return { ...packageDownload(rule, version, {}), requestPath: `${path}/${rule.name}/${version}` };
}

/** In the format of Composer. */
function refusal(answer: 'missing' | 'failed'): Decision {
  let [status, message] =
    answer === 'missing'
      ? [404, 'The registry has no such package']
      : [502, 'The registry of this package did not answer'];
  return { kind: 'json', status, body: { status: 'error', message }, count: null };
}
