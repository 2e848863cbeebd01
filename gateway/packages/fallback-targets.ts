/** Stored fallback targets of packages. */
import { BackendRegistry, RepositoryUrl } from 'contract/fields';
import { ApiError } from '../floor/api-error';
import { type ActorContext, recordAudit } from '../floor/audit';
import type { OwnerRow } from '../floor/db/account-schema';
import { changeOwner } from '../floor/db/owner-transaction';
import type { PackageRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';
import { isErrorCode } from 'contract/errors';
import { isServedHere } from './custom-domains';
import type { OwnersAsked } from './hosted-packages';
import type { OwnAddresses } from './hosts';

export async function fallbacksOf(records: Records, packageId: string): Promise<string[]> {
  let rows = await records
    .selectFrom('package_fallbacks')
    .select('target')
    .where('package_id', '=', packageId)
    .orderBy('place')
    .execute();
  return rows.map(({ target }) => target);
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
  return /^https?:\/\/[^/{}?#]+(?=[/?#]|$)/.exec(url)?.[0];
}

/** Refuses with the codes of registries and URLs, and with fallback-target-is-the-first. */
export async function setFallbacks(
  { records, ...own }: { records: Records } & OwnAddresses,
  { owner, item }: { owner: OwnerRow; item: PackageRow },
  given: readonly string[],
  act: ActorContext,
): Promise<void> {
  let targets = [...new Set(given.map((text) => readTarget(item, text)))];
  await changeOwner(records, owner.id, async (change) => {
    let first = await firstTargets(change, item);
    if (targets.some((target) => first.includes(target))) throw new ApiError('fallback-target-is-the-first', 'targets');
    for (let target of item.type === 'docker' ? [] : targets)
      if (await isServedHere(change, new URL(target).hostname, owner.id, own))
        throw new ApiError('repository-url-is-own-domain', 'targets');
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
  let code = read.error?.issues[0]?.message;
  if (!read.success) throw new ApiError(isErrorCode(code) ? code : 'repository-url-invalid', 'targets');
  return type === 'file' ? new URL(read.data).origin : read.data;
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
