/** Stored withdrawn versions of packages. */
import {
  marksVersions,
  withdrawnName,
  type WithdrawVersion,
  type WithdrawnRule,
} from 'contract/packages/withdrawn-versions';
import type { RegistryRule } from 'contract/packages/package-types/type';
import { majorNameOf } from 'contract/packages/major-versions';
import { ApiError } from '../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../floor/audit';
import type { OwnerRow } from '../floor/db/account-schema';
import { changeOwner } from '../floor/db/owner-transaction';
import type { PackageRow, WithdrawnVersionRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';
import type { OwnersAsked } from './hosts/hosted-packages';

/** Per owner: every edge has them in memory. */
const withdrawnVersionsMax = 1_000;

export type ListedWithdrawal = WithdrawnVersionRow & { created_by_name: string | null };

/** Newest first. */
export function withdrawnVersionsOf(records: Records, packageId: string): Promise<ListedWithdrawal[]> {
  return records
    .selectFrom('withdrawn_versions')
    .leftJoin('owners', 'owners.id', 'withdrawn_versions.created_by')
    .selectAll('withdrawn_versions')
    .select('owners.name as created_by_name')
    .where('package_id', '=', packageId)
    .orderBy('withdrawn_versions.created_at', 'desc')
    .orderBy('version')
    .execute();
}

/**
 * Edges have the rule when it resolves. Throws redirect-needs-a-file-package,
 * redirect-leads-to-itself, version-cannot-be-marked and too-many-withdrawn-versions.
 */
export async function withdrawVersion(
  records: Records,
  { owner, item }: { owner: OwnerRow; item: Pick<PackageRow, 'id' | 'name' | 'type'> },
  { version, message, redirect_to, is_served }: WithdrawVersion,
  act: ActorContext & { userId: string },
): Promise<ListedWithdrawal> {
  // Clients of registries check the content of a version, so another one would only confuse them.
  if (redirect_to !== null && item.type !== 'file') throw new ApiError('redirect-needs-a-file-package', 'redirect_to');
  if (redirect_to !== null && (redirect_to === version || majorNameOf(redirect_to) === version))
    throw new ApiError('redirect-leads-to-itself', 'redirect_to');
  if (is_served && !marksVersions(item.type)) throw new ApiError('version-cannot-be-marked', 'is_served');
  await changeOwner(records, owner.id, async (change) => {
    await change
      .deleteFrom('withdrawn_versions')
      .where('package_id', '=', item.id)
      .where('version', '=', version)
      .execute();
    let { total } = await change
      .selectFrom('withdrawn_versions')
      .innerJoin('packages', 'packages.id', 'withdrawn_versions.package_id')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('packages.owner_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    if (Number(total) >= withdrawnVersionsMax) throw new ApiError('too-many-withdrawn-versions');
    let row = {
      package_id: item.id,
      version,
      message,
      redirect_to,
      is_served: Number(is_served),
      created_by: act.userId,
      created_at: act.time,
    };
    await change.insertInto('withdrawn_versions').values(row).execute();
    let instead = redirect_to ? ` → ${redirect_to}` : '';
    let action = is_served ? ('version-deprecated' as const) : ('version-withdrawn' as const);
    await recordAudit(change, act, { action, owner, target: `${item.name} ${version}${instead}` });
  });
  return (await withdrawnVersionsOf(records, item.id)).find((one) => one.version === version)!;
}

/** Throws version-not-withdrawn. */
export async function restoreVersion(
  records: Records,
  { owner, item }: { owner: OwnerRow; item: Pick<PackageRow, 'id' | 'name'> },
  version: string,
  act: ActorContext,
): Promise<void> {
  await changeOwner(records, owner.id, async (change) => {
    let { numDeletedRows } = await change
      .deleteFrom('withdrawn_versions')
      .where('package_id', '=', item.id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (Number(numDeletedRows) === 0) throw new ApiError('version-not-withdrawn');
    await recordAudit(change, act, { action: 'version-restored', owner, target: `${item.name} ${version}` });
  });
}

export interface WithdrawnRules {
  /** Versions that are refused or replaced, and those served although their major version is not. */
  withdrawn: WithdrawnRule[];
  /** Notices about versions by package. */
  notices: Map<string, NonNullable<RegistryRule['notices']>>;
}

/** The rules of the edge by owner; of all owners where none are named. */
export async function withdrawnRules(records: Records, owners: OwnersAsked): Promise<Map<string, WithdrawnRules>> {
  let rows = await records
    .selectFrom('withdrawn_versions')
    .innerJoin('packages', 'packages.id', 'withdrawn_versions.package_id')
    .$if(owners !== undefined, (query) => query.where('packages.owner_id', 'in', owners!))
    .select(['packages.owner_id', 'packages.type', 'package_id', 'version', 'message', 'redirect_to', 'is_served'])
    .orderBy('package_id')
    .orderBy('version')
    .execute();
  let refused = new Set(rows.filter((row) => row.is_served === 0).map((row) => `${row.package_id} ${row.version}`));
  let all = new Map<string, WithdrawnRules>();
  for (let { owner_id, package_id: packageId, type, message, redirect_to, is_served, ...row } of rows) {
    let version = withdrawnName(type, row.version);
    let rules: WithdrawnRules = all.get(owner_id) ?? { withdrawn: [], notices: new Map() };
    all.set(owner_id, rules);
    let rule = { packageId, type, version, message, redirectTo: redirect_to ?? '' };
    if (is_served === 0) rules.withdrawn.push(rule);
    else if (refused.has(`${packageId} ${majorNameOf(version)}`)) rules.withdrawn.push({ ...rule, isServed: true });
    if (!marksVersions(type)) continue;
    let text = is_served === 1 ? message : `Withdrawn by its maintainers. ${message}`;
    rules.notices.set(packageId, { ...rules.notices.get(packageId), [version]: text });
  }
  return all;
}
