/**
 * npm packages: packuments come from the registry with tarballs at this host, tarballs are
 * redirected and counted. Everything else is redirected to the registry, so that the host can
 * replace the whole registry.
 */
import type { RegistryRule } from 'contract/packages/package-types/type';
import { decoded, mergeQuery } from '../requests/address';
import type { Decision, DecisionContext } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import type { IndexAnswer } from '../upstream/index-cache';
import { manifestOf, packumentOf, type NpmFacts, takesShort, tarballName } from './npm-index';
import { toArtifact } from './registry';
import type { EdgePackageType } from './type';

interface Asked {
  name: string;
  part: 'packument' | 'tags' | 'manifest' | 'tarball';
  /** Version, tag or file name of the last two. */
  of: string;
}

export const npm: EdgePackageType<RegistryRule> = {
  arrange(rules) {
    let packages = new Map(rules.map((rule) => [rule.name, rule]));
    let registry = rules[0]?.registry ?? '';
    return {
      decide(request) {
        let asked = readPath(request.path);
        let rule = asked ? packages.get(asked.name) : undefined;
        return asked && rule ? { kind: 'deferred', decide: (context) => decide(rule, asked, request, context) } : null;
      },
      decideRest: (request) => ({ kind: 'redirect', location: at(registry, request), count: null }),
      decideSent: (request) =>
        request.path.startsWith('/-/npm/v1/security/')
          ? { kind: 'redirect', location: at(registry, request), count: null }
          : null,
    };
  },
};

/** The same path and query at the registry. */
function at(registry: string, { path, query }: EdgeRequest): string {
  return mergeQuery(registry + path.slice(1), query);
}

/** Yarn 2 and later sends only the name of its HTTP library. */
const yarn = { library: /^got[ /(]/, client: 'yarn' };

const aboutTags = /^\/-\/package\/((?:@[^/]+\/)?[^/@]+)\/dist-tags$/;
const aboutPackage = /^\/((?:@[^/]+\/)?[^/@-][^/]*)(?:\/(.+))?$/;

/** Null for a path without a package. Clients escape the slash of a scope, in either case. */
function readPath(path: string): Asked | null {
  let text = decoded(path);
  let [, tagged] = aboutTags.exec(text) ?? [];
  if (tagged) return { name: tagged, part: 'tags', of: '' };
  let [, name, rest] = aboutPackage.exec(text) ?? [];
  if (!name) return null;
  if (rest === undefined) return { name, part: 'packument', of: '' };
  if (rest.startsWith('-/')) return { name, part: 'tarball', of: rest.replace(/^.*\//, '') };
  return rest.includes('/') ? null : { name, part: 'manifest', of: rest };
}

async function decide(
  rule: RegistryRule,
  { part, of }: Asked,
  request: EdgeRequest,
  context: DecisionContext,
): Promise<Decision> {
  let origin = context.originOf(request);
  let [short, full] = [packumentOf(rule, origin, true), packumentOf(rule, origin, false)];
  // Both list the versions.
  let isShort =
    part === 'packument'
      ? takesShort(request.headers.accept ?? '')
      : context.indexes.knows(short) || !context.indexes.knows(full);
  let answer = await context.indexes.ask(isShort ? short : full);
  if (part === 'tarball') return decideTarball(rule, of, answer, request);
  if (answer === 'missing') return error(404, 'Not found');
  if (answer === 'failed') return error(502, 'The registry of this package did not answer');
  if (part === 'packument') return { kind: 'document', document: answer.document, count: null };
  let { tags, versions } = answer.facts;
  if (part === 'tags') return { kind: 'json', status: 200, body: tags, count: null };
  let version = versions.has(of) ? of : tags[of];
  if (version === undefined || !versions.has(version)) return error(404, `version not found: ${of}`);
  let manifest = await context.indexes.ask(manifestOf(rule, origin, version));
  if (typeof manifest === 'object') return { kind: 'document', document: manifest.document, count: null };
  return manifest === 'missing' ? error(404, 'Not found') : error(502, 'The registry of this package did not answer');
}

/**
 * If the registry does not respond, the client is redirected to the usual address of the tarball,
 * and the download counts: the registry may answer the client.
 */
function decideTarball(
  rule: RegistryRule,
  file: string,
  answer: IndexAnswer<NpmFacts>,
  request: EdgeRequest,
): Decision {
  if (answer === 'missing') return error(404, 'Not found');
  let found = typeof answer === 'object' ? answer.facts.tarballs.get(file) : usualPlace(rule, file);
  if (!found) return error(404, `tarball not found: ${file}`);
  let sent = toArtifact(rule, found.version, found.location, request);
  return { ...sent, count: { ...sent.count, madeWith: yarn, mayTellInstall: true } };
}

function usualPlace({ name, registry }: RegistryRule, file: string): { version: string; location: string } | undefined {
  let start = tarballName(name, '').slice(0, -'.tgz'.length);
  if (!file.startsWith(start) || !file.endsWith('.tgz')) return undefined;
  let version = file.slice(start.length, -'.tgz'.length);
  if (!/^\d[\w.+-]*$/.test(version)) return undefined;
  return { version, location: `${registry}${name}/-/${encodeURIComponent(file)}` };
}

/** In the format of npm. */
function error(status: number, text: string): Decision {
  return { kind: 'json', status, body: { error: text }, count: null };
}
