/** Stored fallback targets of packages. */
import { BackendRegistry, RepositoryUrl } from 'contract/rules/fields';
import { ApiError } from '../floor/calls/api-error';
import { type ActorContext, recordAudit } from '../floor/audit';
import type { OwnerRow } from '../floor/db/account-schema';
import { changeOwner } from '../floor/db/owner-transaction';
import type { PackageRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';
import { type ErrorCode, isErrorCode } from 'contract/rules/errors';
import { isPrivateTarget, type PrivateTargets } from 'net/private-targets';
import { isServedHere } from './hosts/custom-domains';
import type { OwnersAsked } from './hosts/hosted-packages';
import type { OwnAddresses } from './hosts/hosts';

export async function fallbacksOf(records: Records, packageId: string): Promise<string[]> {
  let rows = await records
    .selectFrom('package_fallbacks')
    .select('target')
    .where('package_id', '=', packageId)
    .orderBy('place')
    .execute();
  return rows.map(({ target }) => target);
}

interface WithFallbacks {
  item: PackageRow;
  first: string[];
  fallbacks: string[];
}

/** Packages with fallbacks: those of an owner, or of all. */
export async function packagesWithFallbacks(records: Records, ownerId?: string): Promise<WithFallbacks[]> {
  let items = await records
    .selectFrom('packages')
    .selectAll()
    .where('id', 'in', (q) => q.selectFrom('package_fallbacks').select('package_id'))
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId!))
    .orderBy('id')
    .execute();
  let targets = await fallbackRules(records, ownerId === undefined ? undefined : [ownerId]);
  return Promise.all(
    items.map(async (item) => ({
      item,
      first: await firstTargets(records, item),
      fallbacks: targets.get(item.id) ?? [],
    })),
  );
}

/** Where downloads of a package go: its registry, or the origins of its routes. */
export async function firstTargets(records: Records, item: PackageRow): Promise<string[]> {
  if (item.type === 'docker') return item.backend_registry === null ? [] : [item.backend_registry];
  if (item.type !== 'file') return item.repository_url === null ? [] : [item.repository_url];
  let routes = await records
    .selectFrom('routes')
    .select('outgoing_url')
    .where('package_id', '=', item.id)
    .orderBy('id')
    .execute();
  let all = [...routes.map(({ outgoing_url }) => outgoing_url), item.catch_all_target];
  return [...new Set(all.flatMap((url) => originOf(url ?? '') ?? []))];
}

/** Scheme and host of a URL or template; undefined if its host is variable. */
function originOf(url: string): string | undefined {
  let [origin] = /^https?:\/\/[^/{}?#]+(?=[/?#]|$)/.exec(url) ?? [];
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).origin : undefined;
}

interface FallbackParts extends OwnAddresses {
  records: Records;
  registryPrivateTargets: PrivateTargets;
}

/** Refuses with the codes of registries and URLs, and with those of fallbacks. */
export async function setFallbacks(
  { records, registryPrivateTargets, ...own }: FallbackParts,
  { owner, item }: { owner: OwnerRow; item: PackageRow },
  given: readonly string[],
  act: ActorContext,
): Promise<void> {
  let targets = given.map((text) => readTarget(item, text));
  let refuse = (code: ErrorCode) => new ApiError(code, 'targets');
  if (new Set(targets).size < targets.length) throw refuse('fallback-target-is-repeated');
  // Names are looked up before the transaction.
  let isPrivate = await hasPrivate(item, targets, registryPrivateTargets);
  let isFirstPrivate =
    targets.length > 0 && (await hasPrivate(item, await firstTargets(records, item), registryPrivateTargets));
  await changeOwner(records, owner.id, async (change) => {
    let first = await firstTargets(change, item);
    if (targets.some((target) => first.includes(target))) throw refuse('fallback-target-is-the-first');
    for (let target of item.type === 'docker' ? [] : targets)
      if (await isServedHere(change, target, owner.id, own))
        throw refuse(item.type === 'file' ? 'redirect-target-is-own-domain' : 'repository-url-is-own-domain');
    if (isPrivate) throw refuse('fallback-target-is-private');
    if (isFirstPrivate) throw refuse('first-target-is-private');
    await change.deleteFrom('package_fallbacks').where('package_id', '=', item.id).execute();
    if (targets.length > 0)
      await change
        .insertInto('package_fallbacks')
        .values(targets.map((target, place) => ({ package_id: item.id, place, target })))
        .execute();
    let target = `${item.name} ${targets.join(', ')}`.trim();
    await recordAudit(change, act, { action: 'fallback-targets-changed', owner, target });
  });
}

function readTarget({ type }: PackageRow, text: string): string {
  let read = (type === 'docker' ? BackendRegistry : RepositoryUrl).safeParse(text.trim());
  if (type === 'file') {
    // A path would be lost without a word: routes keep their own.
    if (!read.success || new URL(read.data).pathname !== '/') throw new ApiError('fallback-host-is-invalid', 'targets');
    return new URL(read.data).origin;
  }
  let code = read.error?.issues[0]?.message;
  if (!read.success) throw new ApiError(isErrorCode(code) ? code : 'repository-url-invalid', 'targets');
  return read.data;
}

/** Edges ask each target whether it works, and may not reach private networks that are not listed. */
async function hasPrivate({ type }: PackageRow, targets: readonly string[], allowed: PrivateTargets): Promise<boolean> {
  let urls = targets.map((target) => new URL(type === 'docker' ? `https://${target}/` : target));
  return (await Promise.all(urls.map((url) => isPrivateTarget(url, allowed)))).includes(true);
}

/** By package. */
export async function fallbackRules(records: Records, owners: OwnersAsked): Promise<Map<string, string[]>> {
  let rows = await records
    .selectFrom('package_fallbacks')
    .innerJoin('packages', 'packages.id', 'package_fallbacks.package_id')
    .$if(owners !== undefined, (query) => query.where('packages.owner_id', 'in', owners!))
    .select(['package_id', 'target'])
    .orderBy('package_id')
    .orderBy('place')
    .execute();
  let all = new Map<string, string[]>();
  for (let { package_id, target } of rows) all.set(package_id, [...(all.get(package_id) ?? []), target]);
  return all;
}
