/** Where the card with the data providers of an owner is. */
import { isSameOwner, paths } from '../../paths';

/** The account for oneself, the organization for others; `username` is the person shown. */
export function providersHome(owner: string, username: string): string {
  return isSameOwner(owner, username) ? paths.account() : paths.organization(owner);
}
