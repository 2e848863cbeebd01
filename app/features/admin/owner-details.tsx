/** An account, as platform admins see it. */
import { Link } from '@remix-run/react';
import type { AdministeredOwner } from 'contract/admin/account-administration';
import type { ReactNode } from 'react';
import { formatInteger } from '../../ui/numbers';
import { paths } from '../../links/paths';
import { roleLabels } from '../../text/labels';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { type Fact, Facts } from '../../ui/description-list';
import { DateTimeText } from '../../ui/moment';

export function OwnerBadges({ owner: { type, is_platform_admin, suspended_at } }: { owner: AdministeredOwner }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge>{type === 'user' ? 'User' : 'Organization'}</Badge>
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
    { label: 'Since', value: <DateTimeText iso={created_at} /> },
    ...(suspended_at ? [{ label: 'Suspended', value: <DateTimeText iso={suspended_at} /> }] : []),
    { label: 'Packages', value: formatInteger(packages) },
    { label: 'Pixels', value: formatInteger(pixels) },
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
      value: access.email_verified_at ? <DateTimeText iso={access.email_verified_at} /> : 'Never',
    },
    { label: 'Signs in with', value: ways.filter(Boolean).join(' or ') || 'Nothing yet' },
    { label: 'Two-factor', value: access.has_two_factor ? 'On' : 'Off' },
    { label: 'Open sessions', value: formatInteger(access.sessions) },
    { label: 'API tokens', value: formatInteger(access.api_tokens) },
    { label: 'Last use', value: access.last_used_at ? <DateTimeText iso={access.last_used_at} /> : 'None known' },
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
          ({roleLabels[role]})
        </li>
      ))}
      {more > 0 && <li>and {formatInteger(more)} more</li>}
    </ul>
  );
}

/** Each action is a page with a confirmation. */
export function OwnerActions({ owner: { name, type, suspended_at, is_own } }: { owner: AdministeredOwner }) {
  if (is_own)
    return (
      <p className="text-sm text-muted">This is your own account. Another platform admin can suspend or delete it.</p>
    );
  let isPerson = type === 'user';
  return (
    <ul className="flex flex-col divide-y divide-line">
      {suspended_at ? (
        <Action words={isPerson ? 'Allows sign-in again.' : 'Allows changes again.'}>
          <LinkButton to={paths.adminSuspensionEnd(name)} variant="outline" size="sm">
            Lift suspension
          </LinkButton>
        </Action>
      ) : (
        <Action
          words={
            isPerson
              ? 'Blocks sign-in and API access. Downloads keep working.'
              : 'Blocks all changes by its members. Downloads keep working.'
          }
        >
          <LinkButton to={paths.adminSuspension(name)} variant="danger-outline" size="sm">
            Suspend
          </LinkButton>
        </Action>
      )}
      {isPerson && (
        <Action words="Emails a reset link. You can also end sessions and revoke tokens.">
          <LinkButton to={paths.adminPasswordReset(name)} variant="outline" size="sm">
            Send password reset
          </LinkButton>
        </Action>
      )}
      <Action words="Deletes it with its packages and pixels. Downloads stop immediately.">
        <LinkButton to={paths.adminOwnerDelete(name)} variant="danger-outline" size="sm">
          Delete
        </LinkButton>
      </Action>
    </ul>
  );
}

function Action({ words, children }: { words: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{words}</p>
      {children}
    </li>
  );
}
