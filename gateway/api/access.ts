/** Who may call what: the one place that decides. The order of refusals: no token, bad token, unknown owner, not allowed. */
import type { Access, Route } from 'contract/route';
import type { Role } from 'contract/users';
import { roleOf } from '../records/memberships';
import { findOwner } from '../records/owners';
import type { OwnerTable, Records } from '../records/schema';
import { findCaller, type Caller } from '../records/tokens';
import { Refusal } from '../refusal';

const rolesAllowed: Partial<Record<Access, readonly Role[]>> = {
  read: ['owner', 'admin', 'member'],
  export: ['owner', 'admin'],
  write: ['owner', 'admin'],
  own: ['owner'],
};

export interface Admitted {
  caller: Caller | undefined;
  owner: OwnerTable | undefined;
}

/** Lets a call in or refuses it; gives who calls and the owner the path names. */
export async function admit(
  records: Records,
  route: Route,
  authorization: string | null,
  params: Record<string, string>,
  now: number,
): Promise<Admitted> {
  if (route.access === 'anyone') return { caller: undefined, owner: undefined };
  let caller = await authenticate(records, authorization, now);
  if (route.access === 'session') return { caller, owner: undefined };
  if (route.access === 'platform-admin') {
    if (!caller.isPlatformAdmin) throw new Refusal('permission-not-granted');
    return { caller, owner: undefined };
  }
  let owner = await ownerInPath(records, params);
  await requireAccess(records, caller, owner, route.access);
  return { caller, owner };
}

async function authenticate(records: Records, authorization: string | null, now: number): Promise<Caller> {
  if (!authorization) throw new Refusal('not-logged-in');
  let [, token] = /^Bearer +([A-Za-z0-9_.~+/=-]{1,500})$/i.exec(authorization) ?? [];
  let caller = token === undefined ? undefined : await findCaller(records, token, now);
  if (!caller) throw new Refusal('session-expired');
  return caller;
}

async function ownerInPath(records: Records, params: Record<string, string>): Promise<OwnerTable> {
  let { owner, username, name } = params;
  let found = await findOwner(records, owner ?? username ?? name ?? '');
  if (owner !== undefined && found) return found;
  if (username !== undefined && found?.kind === 'user') return found;
  if (name !== undefined && found?.kind === 'organization') return found;
  throw new Refusal(
    owner !== undefined ? 'owner-not-found' : username !== undefined ? 'user-not-found' : 'organization-not-found',
  );
}

/** Refuses with permission-not-granted unless the caller's role on the owner, or being a platform admin, allows the access. */
export async function requireAccess(
  records: Records,
  caller: Caller,
  owner: OwnerTable,
  access: Access,
): Promise<void> {
  if (caller.isPlatformAdmin || (access === 'self' && caller.user.id === owner.id)) return;
  let allowed = rolesAllowed[access] ?? [];
  let role = allowed.length > 0 ? await roleOf(records, caller.user.id, owner.id) : undefined;
  if (!role || !allowed.includes(role)) throw new Refusal('permission-not-granted');
}
