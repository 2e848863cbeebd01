/** What platform admins can do with one account, each on a page of its own that asks once more. */
import type { ReactNode } from 'react';
import type { AdministeredOwner } from 'contract/account-administration';
import { paths } from '../../paths';
import { LinkButton } from '../../ui/button';

export function OwnerActions({ owner: { name, type, suspended_at, is_own } }: { owner: AdministeredOwner }) {
  if (is_own)
    return (
      <p className="text-sm text-muted">This is your own account. Another platform admin can suspend or delete it.</p>
    );
  let isPerson = type === 'user';
  return (
    <ul className="flex flex-col divide-y divide-line">
      {suspended_at ? (
        <Action words={isPerson ? 'Lets the person sign in again.' : 'Lets its members change it again.'}>
          <LinkButton to={paths.adminSuspensionEnd(name)} variant="outline" size="sm">
            Lift suspension
          </LinkButton>
        </Action>
      ) : (
        <Action
          words={
            isPerson
              ? 'Keeps the person out, with all sessions and API tokens. Downloads go on.'
              : 'Keeps its members from changing anything. Downloads go on.'
          }
        >
          <LinkButton to={paths.adminSuspension(name)} variant="danger-outline" size="sm">
            Suspend
          </LinkButton>
        </Action>
      )}
      {isPerson && (
        <Action words="Mails the person a link to a new password, and ends sessions and API tokens where you say so.">
          <LinkButton to={paths.adminPasswordReset(name)} variant="outline" size="sm">
            Send password reset
          </LinkButton>
        </Action>
      )}
      <Action words="Deletes it with its packages and pixels. Downloads stop at once.">
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
