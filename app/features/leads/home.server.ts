/** Where the leads of an owner are: below the account for oneself, below the organization for others. */
import { type LeadsQuery, paths } from '../../paths';

/** The lead generation page of an owner, as the person `username` reaches it. */
export function leadsHome(owner: string, username: string, list: LeadsQuery = {}): string {
  let isOneself = owner.toLowerCase() === username.toLowerCase();
  return isOneself ? paths.accountLeadGeneration(list) : paths.organizationLeadGeneration(owner, list);
}
