/**
 * Access control, and nowhere else. Order of errors: no token, bad token, suspended, unknown owner,
 * not allowed, not confirmed.
 */
import { aggregationsApi } from 'contract/analytics/aggregations';
import { billingApi } from 'contract/billing/billing';
import { countingApi } from 'contract/analytics/counting';
import type { Access, Route } from 'contract/rules/route';
import { reportsApi } from 'contract/analytics/reports';
import { searchApi } from 'contract/packages/search';
import { scopeOf } from 'contract/api/token-scopes';
import { tokensApi } from 'contract/accounts/tokens';
import type { Role } from 'contract/accounts/users';
import { requireAdmittedRole } from '../../floor/memberships';
import type { Confirmations } from '../../people/accounts/confirmations';
import { findOwner } from '../../floor/owners';
import { refuseSuspended } from '../../people/accounts/suspensions';
import { levelOf, type NamedPackage } from '../../packages/permissions';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { findCaller, findLinkedCaller, hasEnded, type Caller } from '../../people/accounts/tokens';
import { ApiError } from '../../floor/calls/api-error';
import { noMemo } from './request-memo';
import type { Once } from '../../floor/once';

const rolesAllowed: Partial<Record<Access, readonly Role[]>> = {
  read: ['owner', 'admin', 'member'],
  export: ['owner', 'admin'],
  write: ['owner', 'admin'],
  'write-or-self': ['owner', 'admin'],
  own: ['owner'],
};

export interface Admitted {
  caller: Caller | undefined;
  owner: OwnerRow | undefined;
  /** Whether the session was re-authenticated recently. */
  isConfirmed: boolean;
}

interface AskedCall {
  proof: CallCredentials;
  params: Record<string, string>;
  search: URLSearchParams;
  now: number;
  once: Once;
  /** Called with the holder of the token, also when the call is refused. */
  isHolder: (caller: Caller) => void;
}

interface AdmitParts {
  records: Records;
  confirmations: Confirmations;
  /** Whether platform admins without two-factor authentication have ordinary rights only. */
  requiresTwoFactorOfAdmins: boolean;
}

interface CallCredentials {
  authorization: string | null;
  /**
   * Id of the session token that created the link of this call; a link is used only without
   * authorization.
   */
  linkOf: string | undefined;
  confirmation: string | null;
}

/** Admits a call or refuses it; gives the caller and the owner in the path. */
export async function admit(
  parts: AdmitParts,
  route: Route,
  { proof, params, search, now, once, isHolder }: AskedCall,
): Promise<Admitted> {
  let { records, requiresTwoFactorOfAdmins } = parts;
  if (route.access === 'anyone') return { caller: undefined, owner: undefined, isConfirmed: false };
  let holder = await authenticate(records, proof, now, once);
  let caller = requiresTwoFactorOfAdmins ? withoutIdleAdmin(holder) : holder;
  refuseSuspended(caller.user);
  // Using a link does not count as use of the session that created it.
  if (proof.authorization) isHolder(caller);
  let owner = await permit(records, route, caller, { params, search, once });
  let isConfirmed = isConfirmedBy(parts, proof, caller, now);
  if (route.isSensitive) requireConfirmed(isConfirmed);
  return { caller, owner, isConfirmed };
}

/** Admits a caller or refuses; gives the owner in the path, if any. */
export async function permit(
  records: Records,
  route: Route,
  caller: Caller,
  { params, search = new URLSearchParams(), once = noMemo }: Pick<AskedCall, 'params'> & Partial<AskedCall>,
): Promise<OwnerRow | undefined> {
  if (route.access === 'anyone') return undefined;
  requireScope(caller, route);
  if (route.access === 'session') {
    if (caller.onlyOwnerId !== null && !ofOneOwner.includes(route.id)) throw new ApiError('token-owner-not-granted');
    return undefined;
  }
  if (route.access === 'platform-admin') {
    if (!caller.isPlatformAdmin) throw notAllowed(caller);
    return undefined;
  }
  let owner = await ownerInPath(records, params, route, once);
  requireOwner(caller, owner);
  if (route.access === 'write-or-self' && params.username?.toLowerCase() === caller.user.name_key) return owner;
  let named = packagesNamed(route, params, search);
  await requireAccess(records, caller, owner, { access: route.access, named, once });
  if (owner.suspended_at !== null && isChange(route) && !caller.isPlatformAdmin) throw new ApiError('owner-suspended');
  return owner;
}

/**
 * Whether a route changes something of its owner. Subscriptions of a suspended owner can still be
 * canceled.
 */
function isChange({ id, method, access }: Route): boolean {
  return method !== 'GET' && access !== 'read' && id !== billingApi.cancelSubscription.id;
}

/** Never for an API token, and never for a link. */
function isConfirmedBy(
  { confirmations }: AdmitParts,
  { authorization, confirmation }: CallCredentials,
  { tokenId, scopes }: Caller,
  now: number,
): boolean {
  if (!authorization || scopes !== null || confirmation === null) return false;
  return confirmations.isGood(confirmation, tokenId, now);
}

export function requireConfirmed(isConfirmed: boolean): void {
  if (!isConfirmed) throw new ApiError('confirmation-required', 'current_password');
}

/**
 * Where platform admins need two-factor authentication, one without it is treated as an ordinary
 * person.
 */
function withoutIdleAdmin(caller: Caller): Caller {
  if (!caller.isPlatformAdmin || caller.hasTwoFactor) return caller;
  return { ...caller, isPlatformAdmin: false, isAdminWithoutTwoFactor: true };
}

function notAllowed({ isAdminWithoutTwoFactor }: Caller): ApiError {
  return new ApiError(isAdminWithoutTwoFactor ? 'two-factor-needed' : 'permission-not-granted');
}

async function authenticate(
  records: Records,
  { authorization, linkOf }: CallCredentials,
  now: number,
  once: Once,
): Promise<Caller> {
  if (!authorization && linkOf === undefined) throw new ApiError('not-logged-in');
  let [, token] = /^Bearer +([A-Za-z0-9_.~+/=-]{1,500})$/i.exec(authorization ?? '') ?? [];
  let caller = authorization
    ? token && (await once(`token ${token}`, () => findCaller(records, token, now)))
    : await findLinkedCaller(records, linkOf ?? '', now);
  if (caller) return caller;
  throw new ApiError(token && (await hasEnded(records, token, now)) ? 'token-has-ended' : 'session-expired');
}

/** Refuses a call by an API token that its scopes do not cover; a session covers all. */
function requireScope({ scopes }: Caller, route: Route): void {
  if (scopes === null) return;
  let scope = scopeOf(route);
  if (scope !== null && scopes.includes(scope)) return;
  if (scope === null)
    throw new ApiError('token-scope-not-granted', undefined, { example: 'This requires a signed-in session.' });
  throw new ApiError('token-scope-not-granted', undefined, { example: `It needs the scope “${scope}”.`, scope });
}

/** Calls without an owner in their path that a token for one owner may make. */
const ofOneOwner: readonly string[] = [tokensApi.getTokenHolder.id, searchApi.search.id, reportsApi.askReport.id];

function requireOwner({ onlyOwnerId }: Caller, owner: OwnerRow): void {
  if (onlyOwnerId !== null && onlyOwnerId !== owner.id) throw new ApiError('token-owner-not-granted');
}

/** The name of the owner in a path; empty without one. */
export function nameInPath({ owner, name, username }: Record<string, string>): string {
  return owner ?? name ?? username ?? '';
}

async function ownerInPath(
  records: Records,
  params: Record<string, string>,
  { errors }: Route,
  once: Once,
): Promise<OwnerRow> {
  let { owner, name } = params;
  let named = nameInPath(params);
  let found = await once(`owner ${named}`, () => findOwner(records, named));
  if (owner !== undefined && found) return found;
  let isOfPixels = errors.includes('pixel-owner-not-found');
  if (owner !== undefined) throw new ApiError(isOfPixels ? 'pixel-owner-not-found' : 'owner-not-found');
  if (name !== undefined && found?.kind === 'organization') return found;
  if (name !== undefined) throw new ApiError('organization-not-found');
  if (found?.kind === 'user') return found;
  throw new ApiError('user-not-found');
}

/**
 * The packages that a call is limited to: one in its path, by itself or by the id of its domain, or
 * those that its query selects.
 */
function packagesNamed(route: Route, params: Record<string, string>, search: URLSearchParams): NamedPackage[] {
  let { package_id = params.artifact_id, package_type, package_name, domain_ref } = params;
  if (package_id !== undefined) return [{ id: package_id }];
  if (domain_ref !== undefined) return [{ domainId: domain_ref }];
  if (package_type !== undefined && package_name !== undefined) return [{ type: package_type, name: package_name }];
  let pixels = search.getAll('tracking_pixel_id');
  let isOnlyPackages = pixels.length > 0 && pixels.every((id) => id === 'none');
  let selects = route.id === aggregationsApi.exportEntityAggregations.id || route.id === countingApi.getCounting.id;
  if (!selects || !isOnlyPackages) return [];
  return search.getAll('package_id').map((id) => ({ id }));
}

/**
 * Refuses with permission-not-granted unless the caller's role on the owner or on all the named
 * packages, or being a platform admin, allows the access, with two-factor-needed where only
 * two-factor authentication is missing, and with token-owner-not-granted where an API token is for
 * another owner.
 */
export async function requireAccess(
  records: Records,
  caller: Caller,
  owner: OwnerRow,
  { access, named = [], once = noMemo }: { access: Access; named?: readonly NamedPackage[]; once?: Once },
): Promise<void> {
  requireOwner(caller, owner);
  let isPerson = caller.user.id === owner.id;
  if (access === 'person' ? isPerson : caller.isPlatformAdmin || (access === 'self' && isPerson)) return;
  let allowed = rolesAllowed[access] ?? [];
  let ofCaller = () => requireAdmittedRole(records, caller.user.id, owner.id, caller.hasTwoFactor);
  let role = allowed.length > 0 ? await once(`role ${caller.user.id} ${owner.id}`, ofCaller) : undefined;
  if (role && allowed.includes(role)) return;
  if (allowed.length === 0 || named.length === 0) throw notAllowed(caller);
  for (let one of named) {
    let level = await levelOf(records, caller.user.id, owner, one);
    if (!level || !allowed.includes(level)) throw notAllowed(caller);
  }
}
