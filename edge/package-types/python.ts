/**
 * Python packages: project pages come from the registry with files at this host, files are
 * redirected and counted. Other projects are redirected to the registry, so that the host can
 * replace the whole index.
 */
import { normalName } from 'contract/packages/python-names';
import type { RegistryRule } from 'contract/packages/package-types/type';
import { decoded, mergeQuery } from '../requests/address';
import type { Decision, DecisionContext } from '../requests/decision';
import type { EdgeRequest } from '../requests/edge-request';
import { versionOfFile } from './python-files';
import { fittingType, jsonType, pageTypes, projectList, projectPage } from './python-index';
import { toArtifact } from './registry';
import type { EdgePackageType } from './type';

const root = '/simple/';

export const python: EdgePackageType<RegistryRule> = {
  arrange(rules) {
    let projects = new Map(rules.map((rule) => [normalName(rule.name), rule]));
    let registry = rules[0]?.registry ?? '';
    let names = rules.map(({ name }) => name);
    return {
      decide(request) {
        if (request.path === '/simple') return goTo(root, request);
        let [, name, file] = /^\/simple\/(?:([^/]+)(?:\/([^/]*))?)?$/.exec(request.path) ?? [];
        if (request.path === root) return decideList(names, request);
        let project = normalName(decoded(name ?? ''));
        let rule = projects.get(project);
        if (!rule) return null;
        if (file) return { kind: 'deferred', decide: (context) => decideFile(rule, decoded(file), request, context) };
        if (file === undefined || name !== project) return goTo(`${root}${project}/`, request);
        return { kind: 'deferred', decide: (context) => decidePage(rule, request, context) };
      },
      decideRest: (request) =>
        request.path.startsWith(root) ? goTo(registry + request.path.slice(root.length), request) : null,
    };
  },
};

const notAcceptable: Decision = { kind: 'refuse', status: 406, body: 'format' };
const notThere: Decision = { kind: 'refuse', status: 404, body: 'path' };
const noAnswer: Decision = { kind: 'refuse', status: 502, body: 'registry' };

function goTo(location: string, { query }: EdgeRequest): Decision {
  return { kind: 'redirect', location: mergeQuery(location, query), count: null };
}

function decideList(names: readonly string[], request: EdgeRequest): Decision {
  let [type] = pageTypes(request);
  return type === undefined ? notAcceptable : { kind: 'document', document: projectList(names, type), count: null };
}

async function decidePage(rule: RegistryRule, request: EdgeRequest, context: DecisionContext): Promise<Decision> {
  let types = pageTypes(request);
  if (types.length === 0) return notAcceptable;
  let wanted = types[0] === jsonType ? ('json' as const) : ('html' as const);
  let answer = await context.indexes.ask(projectPage(rule, context.originOf(request), wanted));
  if (answer === 'missing') return notThere;
  if (answer === 'failed') return noAnswer;
  let type = fittingType(types, answer.document);
  if (type === undefined) return notAcceptable;
  let { charset } = answer.document;
  return {
    kind: 'document',
    document: { ...answer.document, type: type + (charset && `; charset=${charset}`) },
    count: null,
  };
}

/** Metadata and signatures of a file are separate downloads. */
const beside = /\.(?:metadata|asc)$/;

/**
 * If the registry does not respond, the address of the file is unknown: the client gets an error,
 * and nothing counts.
 */
async function decideFile(
  rule: RegistryRule,
  asked: string,
  request: EdgeRequest,
  context: DecisionContext,
): Promise<Decision> {
  let [suffix = ''] = beside.exec(asked) ?? [];
  let file = asked.slice(0, asked.length - suffix.length);
  let pages = (['json', 'html'] as const).map((wanted) => projectPage(rule, context.originOf(request), wanted));
  let known = pages.filter((page) => context.indexes.knows(page));
  let refusal = notThere;
  // Either page can be newer.
  for (let page of known.length > 0 ? known : pages.slice(0, 1)) {
    let answer = await context.indexes.ask(page);
    if (answer === 'failed') refusal = noAnswer;
    let location = typeof answer === 'object' ? answer.facts.get(file) : undefined;
    if (location === undefined) continue;
    if (suffix) return goTo(location.replace(/(?=\?|$)/, suffix), request);
    let found = toArtifact(rule, versionOfFile(file, normalName(rule.name)), location, request);
    // pip caches a 301 with the file, so that it requests neither again. An address with a query
    // may be signed for a limited time.
    return found.location.includes('?') ? found : { ...found, status: 301 };
  }
  return refusal;
}
