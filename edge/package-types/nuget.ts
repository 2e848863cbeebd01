/**
 * NuGet packages: the service index names the gateway for files and registrations. Files of own
 * packages are redirected and counted. Their registrations are served, because some clients take
 * the address of a file from there. Everything of others is redirected.
 */
import type { RegistryRule } from 'contract/packages/package-types/type';
import { decoded, mergeQuery } from '../requests/address';
import type { Decision, DecisionContext } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import type { IndexAnswer, IndexRequest } from '../upstream/index-cache';
import {
  contentPath,
  type Feed,
  filePath,
  type NugetVersions,
  registrationOf,
  registrationsPath,
  serviceIndexOf,
  versionsOf,
} from './nuget-index';
import { normalVersion } from './nuget-versions';
import { ownRegistry, refusals, toArtifact, toRegistry } from './registry';
import type { EdgePackageType } from './type';

interface Asked {
  /** The hive of a registration; undefined for content. */
  hive: string | undefined;
  /** A package's folder, and the path in it. */
  folder: string;
  file: string;
}

const inContent = new RegExp(`^${contentPath}([^/]+)/(.+)$`);
const inRegistrations = new RegExp(String.raw`^${registrationsPath}([\w.-]+)/([^/]+)/(.+)$`);

export const nuget: EdgePackageType<RegistryRule> = {
  arrange(rules) {
    let packages = new Map(rules.map((rule) => [rule.name.toLowerCase(), rule]));
    let own = ownRegistry(rules);
    return {
      decide(request) {
        let asked = readPath(request.path);
        if (!asked && request.path !== '/v3/index.json') return null;
        return {
          kind: 'deferred',
          async decide(context) {
            let index = await context.indexes.ask(serviceIndexOf(own, context.originOf(request)));
            if (!asked || typeof index !== 'object') return documentOf(index);
            let rule = packages.get(decoded(asked.folder).toLowerCase());
            return decide({ ...asked, rule, feed: index.facts }, request, context);
          },
        };
      },
      decideRest: (request) => toRegistry(own.registry.replace(/(?:v3\/)?[^/]+\.json\/$/, ''), request),
    };
  },
};

function readPath(path: string): Asked | undefined {
  let [, folder, file] = inContent.exec(path) ?? [];
  if (folder && file) return { hive: undefined, folder, file };
  let [, hive, ofHive, document] = inRegistrations.exec(path) ?? [];
  return ofHive && document ? { hive, folder: ofHive, file: document } : undefined;
}

interface AskedOfFeed extends Asked {
  feed: Feed;
  /** Undefined for a package of others. */
  rule: RegistryRule | undefined;
}

async function decide(
  { rule, feed, hive, folder, file }: AskedOfFeed,
  request: EdgeRequest,
  context: DecisionContext,
): Promise<Decision> {
  let base = hive === undefined ? feed.content : feed.registrations.get(hive);
  if (base === undefined) return refusals.missing;
  let { indexes } = context;
  if (rule && hive !== undefined) {
    let origin = context.originOf(request);
    let documentAt = (name: string) => registrationOf(rule, { base, name: hive }, origin, name);
    return registration(decoded(file), documentAt, versionsOf(rule, feed), indexes);
  }
  if (rule && file === 'index.json') return documentOf(await indexes.ask(versionsOf(rule, feed)));
  if (rule && /\.nupkg$/i.test(file)) return download({ rule, feed, file }, request, context);
  return { kind: 'redirect', location: mergeQuery(`${base}${folder}/${file}`, request.query), count: null };
}

/**
 * A package's registrations: the index, one of its pages, or the document of one version. Others are
 * not asked for at the feed.
 */
async function registration(
  file: string,
  documentAt: (file: string) => IndexRequest<ReadonlySet<string>>,
  versions: IndexRequest<NugetVersions>,
  indexes: DecisionContext['indexes'],
): Promise<Decision> {
  let version = normalVersion(file.replace(/\.json$/i, ''));
  let isKnown = file === 'index.json';
  if (!isKnown) {
    let answer = await indexes.ask<Pick<NugetVersions, 'has'>>(
      version === undefined ? documentAt('index.json') : versions,
    );
    if (typeof answer !== 'object') return refusals[answer];
    isKnown = answer.facts.has(version ?? file);
  }
  return isKnown ? documentOf(await indexes.ask(documentAt(file))) : refusals.missing;
}

/** If the feed does not respond, the client is redirected and counts: the feed may answer it. */
async function download(
  { rule, feed, file }: { rule: RegistryRule; feed: Feed; file: string },
  request: EdgeRequest,
  context: DecisionContext,
): Promise<Decision> {
  let id = rule.name.toLowerCase();
  let version = versionOf(id, decoded(file).toLowerCase());
  if (version === undefined) return refusals.missing;
  let answer = await context.indexes.ask(versionsOf(rule, feed));
  let written = typeof answer === 'object' ? answer.facts.get(version) : version;
  if (answer === 'missing' || written === undefined) return refusals.missing;
  return toArtifact(rule, version, feed.content + filePath(id, written), request);
}

/** The version in `1.0.0/engine.1.0.0.nupkg`. */
function versionOf(id: string, file: string): string | undefined {
  let [, folder = '', name = ''] = /^([^/]+)\/([^/]+)\.nupkg$/.exec(file) ?? [];
  let version = normalVersion(folder);
  return name.startsWith(`${id}.`) && normalVersion(name.slice(id.length + 1)) === version ? version : undefined;
}

function documentOf(answer: IndexAnswer<unknown>): Decision {
  return typeof answer === 'object' ? { kind: 'document', document: answer.document, count: null } : refusals[answer];
}
