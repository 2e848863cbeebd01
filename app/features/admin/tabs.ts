/** The pages of the admin area, in the order of their tabs. */
import { paths } from '../../paths';
import type { Tab } from '../../ui/tabs';

export const adminTabs: readonly Tab[] = [
  { label: 'Owners', to: paths.admin() },
  { label: 'Domains', to: paths.adminDomains() },
  { label: 'Names', to: paths.adminNames() },
  { label: 'Products', to: paths.adminProducts() },
  { label: 'Discounts', to: paths.adminDiscounts() },
  { label: 'Audit', to: paths.adminAudit() },
  { label: 'Status', to: paths.adminStatus() },
];
