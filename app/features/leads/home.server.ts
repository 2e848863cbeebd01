/**
 * Where the leads of an owner are: below the account for oneself, below the organization for
 * others.
 */
import { isSameOwner, type LeadsQuery, paths } from '../../paths';

/** The lead generation page of an owner, as the person `username` reaches it. */
export function leadsHome(owner: string, username: string, list: LeadsQuery = {}): string {
  return isSameOwner(owner, username)
    ? paths.accountLeadGeneration(list)
    : paths.organizationLeadGeneration(owner, list);
}
