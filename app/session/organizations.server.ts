/** The organizations the pages show. */
import { getOrganization } from 'contract/organizations';
import { getUserOrganizations } from 'contract/users';
import type { SignedIn } from './guards.server';

/** Names of the organizations of the person shown; while an organization is acted as, that one alone. Throws the gateway's refusals. */
export async function shownOrganizations({ session, username, call }: SignedIn): Promise<string[]> {
  let acted = session.act_as?.organization;
  if (acted) return [(await call(getOrganization, { params: { name: acted } })).name];
  let answer = await call(getUserOrganizations, { params: { username }, query: { per_page: 'max' } });
  return answer.results.map((membership) => membership.organization_name);
}
