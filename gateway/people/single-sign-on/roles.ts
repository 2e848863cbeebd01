/**
 * Rights that the groups of a person at the provider give here, brought up to date at each sign-in.
 */
import type { GroupRight } from 'contract/accounts/group-rights';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { refuseLastAdministrator } from '../accounts/administrators';
import { featuresOf, findOwner, grantFeature, revokeFeature, type Person } from '../../floor/owners';
import { platformAdminFeature } from '../accounts/tokens';
import type { AccountServices } from '../accounts/services';
import type { OwnerRow } from '../../floor/db/account-schema';
import { memberLimitOf } from '../organizations/member-limit';
import { addMember, changeRole, removeMember, type Actor } from '../organizations/members';
import { roleOf } from '../../floor/memberships';
import { ApiError } from '../../floor/calls/api-error';

/** What the audit log names as who did it. */
const signOn = { id: null, name: 'single sign-on' } as const;

/**
 * Adds, changes and removes what the setting names, and nothing else: other organizations and
 * owners of organizations stay as they are. What a limit or a last administrator forbids is logged
 * and left. Without groups in the answer nothing changes: a wrong setting there must not take
 * rights away here.
 */
export async function applyRights(
  parts: AccountServices,
  user: Person,
  { rights, groups }: { rights: readonly GroupRight[]; groups: readonly string[] | null },
  act: ActorContext,
): Promise<void> {
  if (rights.length === 0) return;
  if (groups === null) return parts.log.warn('the single sign-on provider sent no groups; roles are unchanged');
  let bySignOn: ActorContext = { ...act, actor: signOn };
  let has = new Set(groups);
  for (let name of new Set(rights.flatMap(({ organization }) => organization ?? []))) {
    let given = rights.filter((right) => right.organization === name && has.has(right.group));
    let isAdmin = given.some((right) => right.organization !== null && right.role === 'admin');
    let role = given.length === 0 ? null : isAdmin ? ('admin' as const) : ('member' as const);
    let organization = await findOwner(parts.records, name);
    if (organization?.kind !== 'organization') parts.log.warn({ name }, 'OIDC_ROLES names an unknown organization');
    else await attempt(parts, () => be(parts, organization, { user, role }, bySignOn));
  }
  let admins = rights.filter(({ organization }) => organization === null);
  if (admins.length === 0) return;
  await attempt(parts, () =>
    beAdministrator(
      parts,
      user,
      admins.some(({ group }) => has.has(group)),
      bySignOn,
    ),
  );
}

async function attempt({ log }: AccountServices, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log.warn({ code: error.code }, 'a role from single sign-on could not be set');
  }
}

async function be(
  parts: AccountServices,
  organization: OwnerRow,
  { user, role }: { user: Person; role: 'admin' | 'member' | null },
  act: ActorContext,
): Promise<void> {
  let { records } = parts;
  let actor: Actor = { user: organization, isPlatformAdmin: true };
  let now = await roleOf(records, user.id, organization.id);
  if (now === 'owner' || now === (role ?? undefined)) return;
  if (role === null) await removeMember(records, { organization, actor }, user.name, act);
  else if (now) await changeRole(records, { organization, actor }, { username: user.name, role }, act);
  else {
    let limit = await memberLimitOf(parts, organization.id);
    await addMember(records, { organization, actor, limit }, { username: user.name, role }, act);
  }
}

async function beAdministrator(
  { records }: AccountServices,
  user: Person,
  shouldBe: boolean,
  act: ActorContext,
): Promise<void> {
  let isOne = (await featuresOf(records, user.id)).includes(platformAdminFeature);
  if (isOne === shouldBe) return;
  await records.transaction().execute(async (change) => {
    if (shouldBe) await grantFeature(change, user.id, platformAdminFeature);
    else {
      await refuseLastAdministrator(change, user.id);
      await revokeFeature(change, user.id, platformAdminFeature);
    }
    let action = shouldBe ? ('administrator-granted' as const) : ('administrator-revoked' as const);
    await recordAudit(change, act, { action, owner: user });
  });
}
