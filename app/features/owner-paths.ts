/**
 * Pages that every owner has: below /account for the signed-in person `username`, below the
 * organization for every other owner.
 */
import { isSameOwner, type LeadsQuery, paths } from '../links/paths';

/** The billing page of an owner. */
export function billingHome(owner: string, username: string): string {
  return isSameOwner(owner, username) ? paths.accountBilling() : paths.organizationBilling(owner);
}

/** The list of an owner's subscriptions. */
export function subscriptionsHome(owner: string, username: string): string {
  return isSameOwner(owner, username) ? paths.accountSubscriptions() : paths.organizationSubscriptions(owner);
}

/** The page with the data providers of an owner. */
export function providersHome(owner: string, username: string): string {
  return isSameOwner(owner, username) ? paths.account() : paths.organization(owner);
}

/** The filters page of an owner. */
export function filtersHome(owner: string, username: string): string {
  return isSameOwner(owner, username) ? paths.accountFilters() : paths.organizationFilters(owner);
}

/** The lead generation page of an owner. */
export function leadsHome(owner: string, username: string, list: LeadsQuery = {}): string {
  return isSameOwner(owner, username)
    ? paths.accountLeadGeneration(list)
    : paths.organizationLeadGeneration(owner, list);
}
