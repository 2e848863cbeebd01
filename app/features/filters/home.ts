/** Where the filters of an owner are: below the account for oneself, below the organization for others. */
import { paths } from '../../paths';

/** The filters page of an owner, as the person `username` reaches it. */
export function filtersHome(owner: string, username: string): string {
  let isOneself = owner.toLowerCase() === username.toLowerCase();
  return isOneself ? paths.accountFilters() : paths.organizationFilters(owner);
}
