/**
 * Where the filters of an owner are: below the account for oneself, below the organization for
 * others.
 */
import { isSameOwner, paths } from '../../paths';

/** The filters page of an owner, as the person `username` reaches it. */
export function filtersHome(owner: string, username: string): string {
  return isSameOwner(owner, username) ? paths.accountFilters() : paths.organizationFilters(owner);
}
