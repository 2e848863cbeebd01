/**
 * What platform admins see of one account: who it is, how its person gets in, whom it is tied to
 * and what it has.
 */
import { Link } from '@remix-run/react';
import type { AdministeredOwner } from 'contract/account-administration';
import { exact } from '../../charts/numbers';
import { paths } from '../../paths';
import { roleWords } from '../../role-labels';
import { Badge } from '../../ui/badge';
import { Facts, type Fact } from '../../ui/description-list';
import { Moment } from '../../ui/moment';

export function OwnerBadges({ owner: { type, is_platform_admin, suspended_at } }: { owner: AdministeredOwner }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge>{type === 'user' ? 'Person' : 'Organization'}</Badge>
      {is_platform_admin && <Badge colour="purple">Platform admin</Badge>}
      {suspended_at && <Badge colour="red">Suspended</Badge>}
    </span>
  );
}

export function OwnerFacts({ owner }: { owner: AdministeredOwner }) {
  let { type, email, full_name, created_at, suspended_at, access, packages, pixels, has_active_subscription } = owner;
  let facts: Fact[] = [
    ...(full_name ? [{ label: 'Name', value: full_name }] : []),
    { label: type === 'user' ? 'Email' : 'Billing email', value: email || 'None' },
    ...(access ? accessFacts(access) : []),
    { label: 'Since', value: <Moment iso={created_at} /> },
    ...(suspended_at ? [{ label: 'Suspended', value: <Moment iso={suspended_at} /> }] : []),
    { label: 'Packages', value: exact(packages) },
    { label: 'Pixels', value: exact(pixels) },
    { label: 'Paid plan', value: has_active_subscription ? 'Yes' : 'No' },
    { label: type === 'user' ? 'Organizations' : 'Members', value: <Ties owner={owner} /> },
  ];
  return <Facts facts={facts} />;
}

function accessFacts(access: NonNullable<AdministeredOwner['access']>): Fact[] {
  let ways = [access.has_password && 'Password', access.github_login && `GitHub (${access.github_login})`];
  return [
    {
      label: 'Confirmed',
      value: access.email_verified_at ? <Moment iso={access.email_verified_at} /> : 'Not yet',
    },
    { label: 'Signs in with', value: ways.filter(Boolean).join(' or ') || 'Nothing yet' },
    { label: 'Two-factor', value: access.has_two_factor ? 'On' : 'Off' },
    { label: 'Open sessions', value: exact(access.sessions) },
    { label: 'API tokens', value: exact(access.api_tokens) },
    { label: 'Last use', value: access.last_used_at ? <Moment iso={access.last_used_at} /> : 'None known' },
  ];
}

function Ties({ owner: { ties, ties_total } }: { owner: AdministeredOwner }) {
  if (ties.length === 0) return 'None';
  let more = ties_total - ties.length;
  return (
    <ul>
      {ties.map(({ name, role }) => (
        <li key={name}>
          <Link to={paths.adminOwner(name)} className="text-accent underline">
            {name}
          </Link>{' '}
          ({roleWords[role]})
        </li>
      ))}
      {more > 0 && <li>and {exact(more)} more</li>}
    </ul>
  );
}
