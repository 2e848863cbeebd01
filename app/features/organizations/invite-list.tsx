import type { SubmissionResult } from '@conform-to/react';
import type { OrganizationInvite } from 'contract/organizations/invites';
import type { AnyRole } from 'contract/accounts/users';
import { AppForm, useAppForm } from '../../forms/app-form';
import { HiddenField, SelectField, TextField } from '../../forms/fields';
import { invitee } from '../../text/field-rules';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { DateText } from '../../ui/day';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';
import { rolesGivenBy, roleLabels } from '../../text/labels';

const columns: TableColumn[] = [
  { label: 'Sent to' },
  { label: 'Role' },
  { label: 'Invited by' },
  { label: 'Expires' },
  { label: 'Change', hiddenLabel: true },
];

export function InviteForm({ by, lastResult }: { by: AnyRole; lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult, { rules: { person: invitee }, id: 'invite', defaultValue: { role: 'member' } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="person" label="Email or username" autoComplete="off" spellCheck={false} />
      <SelectField name="role" label="Role" options={rolesGivenBy(by)} />
      <div>
        <SubmitButton pending="Sending …">Send invite</SubmitButton>
      </div>
    </AppForm>
  );
}

/** Adds an existing account, without an email. */
export function AddForm({ by, lastResult }: { by: AnyRole; lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult, { rules: { person: invitee }, id: 'add', defaultValue: { role: 'member' } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="person" label="Username" autoComplete="off" spellCheck={false} />
      <SelectField name="role" label="Role" options={rolesGivenBy(by)} />
      <div>
        <SubmitButton pending="Adding …">Add member</SubmitButton>
      </div>
    </AppForm>
  );
}

interface InviteTableProps {
  organization: string;
  invites: readonly OrganizationInvite[];
  mayResend: boolean;
}

export function InviteList({ organization, invites, mayResend }: InviteTableProps) {
  return (
    <Table caption="People invited" columns={columns}>
      {invites.map((invite) => {
        let person = invite.email ?? invite.username ?? '';
        return (
          <TableRow key={invite.id}>
            <TableCell rowHeader className="wrap-anywhere">
              {person}
            </TableCell>
            <TableCell>{roleLabels[invite.role]}</TableCell>
            <TableCell>{invite.invited_by ?? 'A former member'}</TableCell>
            <TableCell>
              <DateText iso={invite.expires_at} />
            </TableCell>
            <TableCell numeric>
              <span className="flex justify-end gap-2">
                {mayResend && (
                  <InviteButton
                    action={paths.organizationInviteDelivery(organization)}
                    person={person}
                    words="Resend"
                  />
                )}
                <InviteButton
                  action={paths.organizationInviteWithdrawal(organization)}
                  person={person}
                  words="Withdraw"
                />
              </span>
            </TableCell>
          </TableRow>
        );
      })}
    </Table>
  );
}

function InviteButton({ action, person, words }: { action: string; person: string; words: 'Resend' | 'Withdraw' }) {
  let form = useAppForm(null, { id: `${words}-${person}` });
  return (
    <AppForm form={form} action={action}>
      <HiddenField name="person" value={person} />
      <SubmitButton size="sm" variant={words === 'Resend' ? 'outline' : 'danger-outline'}>
        {words}
        <span className="sr-only"> the invite of {person}</span>
      </SubmitButton>
    </AppForm>
  );
}
