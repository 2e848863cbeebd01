/** The organizations the pages show. */
import { organizationsApi } from 'contract/organizations/organizations';
import { usersApi, type AnyRole, type OrganizationMembership } from 'contract/accounts/users';
import type { Call } from '../gateway/gateway-client.server';
import { actingEnded } from './session-end.server';
import type { Session } from './session';

export interface ShownOrganization {
  name: string;
  role: AnyRole;
}

/** Session, person shown, and the gateway with the session's token. */
export interface SessionCaller {
  session: Session;
  username: string;
  call: Call;
}

/**
 * The organizations of the person shown; while an organization is acted as, that one alone, as its
 * owner. Throws the gateway's refusals, and the end of acting where the organization is gone or the
 * admin may not act any more.
 */
export async function shownOrganizations({ session, username, call }: SessionCaller): Promise<ShownOrganization[]> {
  let acted = session.act_as?.organization;
  if (acted) {
    let found = await call(organizationsApi.getOrganization, { params: { name: acted } }).catch((thrown: unknown) => {
      throw thrown instanceof Response && [403, 404].includes(thrown.status) ? actingEnded(session) : thrown;
    });
    return [{ name: found.name, role: 'owner' }];
  }
  let memberships = await readMemberships(call, username);
  return memberships.map(({ organization_name: name, role }) => ({ name, role }));
}

/**
 * The organizations of a person with their roles, all at once; none where the gateway knows of none
 * (404, spec section 7).
 */
export async function readMemberships(call: Call, username: string): Promise<OrganizationMembership[]> {
  try {
    return (await call(usersApi.getUserOrganizations, { params: { username }, query: { per_page: 'max' } })).results;
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 404) return [];
    throw thrown;
  }
}
