/**
 * Gems. Everything is redirected, and the .gem files of own gems are counted. `gem` first checks by
 * HEAD for an index of single gems, and would follow a redirect for all later requests, so this is
 * answered here.
 */
import type { RegistryRule } from 'contract/packages/package-types/type';
import type { Decision, DecisionContext } from '../requests/decision';
import type { IndexRequest } from '../upstream/index-cache';
import { type NamedArtifact, redirectedType } from './registry';
import type { EdgePackageType } from './type';

const systems = String.raw`aix|bitrig|cygwin|dalvik|darwin|dotnet|freebsd|hpux|java|jruby|linux|macruby|mingw|mswin|netbsd|openbsd|solaris|wasi`;

/** `1.0.0.rc1`, or `1.0.0-x86_64-linux-musl`. */
const versionAndPlatform = new RegExp(
  String.raw`^(\d+(?:\.[0-9A-Za-z]+)*)(?:-(?:[\w.]+-)?(?:${systems})\w*(?:[-.][\w.]+)?)?$`,
);

const redirected = redirectedType(meanings);

export const rubygems: EdgePackageType<RegistryRule> = {
  arrange(rules) {
    let [first] = rules;
    let { decide, ...rest } = redirected.arrange(rules);
    return {
      ...rest,
      decide(request, around) {
        let isCheck = request.method === 'HEAD' && (request.path === '/' || request.path === '/versions');
        if (isCheck && first) return { kind: 'deferred', decide: (context) => decideCheck(first, context) };
        return decide(request, around);
      },
    };
  },
};

/**
 * The possible meanings of a file's path: names and versions both have digits, and names have
 * hyphens.
 */
function meanings(path: string): NamedArtifact[] {
  let [, file = ''] = /^\/gems\/([^/]+)\.gem$/.exec(path) ?? [];
  return [...file.matchAll(/-(?=\d)/g)].flatMap(({ index }) => {
    let [, version] = versionAndPlatform.exec(file.slice(index + 1)) ?? [];
    return version ? [{ name: file.slice(0, index), version }] : [];
  });
}

/** Without an index of single gems, clients read the list of all gems. */
async function decideCheck(rule: RegistryRule, context: DecisionContext): Promise<Decision> {
  let answer = await context.indexes.ask(versionsOf(rule));
  if (answer === 'failed') return { kind: 'refuse', status: 502, body: 'registry' };
  if (answer === 'missing') return { kind: 'refuse', status: 404, body: 'path' };
  return { kind: 'empty', count: null };
}

/** Only whether a registry has the versions of a gem matters. */
function versionsOf({ name, registry, ownerId }: RegistryRule): IndexRequest<null> {
  let address = `${registry}info/${name}`;
  let types = /^(?:|text\/plain|application\/octet-stream|binary\/octet-stream)$/;
  let read = () => ({ write: (part: Buffer) => part, end: () => null });
  return { key: `rubygems ${address}`, packageKey: address, ownerId, address, accept: 'text/plain', types, read };
}
