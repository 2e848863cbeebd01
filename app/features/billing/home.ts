/**
 * Where the billing pages of an owner are: below the account for oneself, below the organization
 * for others.
 */
import { isSameOwner, paths } from '../../paths';

/** The billing page of an owner, as the person `username` reaches it. */
export function billingHome(owner: string, username: string): string {
  return isSameOwner(owner, username) ? paths.accountBilling() : paths.organizationBilling(owner);
}

/** The list of an owner's subscriptions. */
export function subscriptionsHome(owner: string, username: string): string {
  return isSameOwner(owner, username) ? paths.accountSubscriptions() : paths.organizationSubscriptions(owner);
}
