import type { SubmissionResult } from '@conform-to/react';
import type { InviteSummary } from 'contract/organizations/invites';
import { AppForm, useAppForm } from '../../forms/app-form';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { useSiteData } from '../../shell/use-page';
import { LinkButton } from '../../ui/button';
import { DateText } from '../../ui/day';
import { Facts } from '../../ui/description-list';
import { roleLabels } from '../../text/labels';

interface InviteCardProps {
  invite: InviteSummary;
  token: string;
  username: string | undefined;
  lastResult?: SubmissionResult<string[]>;
}

export function InviteCard({ invite, token, username, lastResult }: InviteCardProps) {
  let form = useAppForm(lastResult);
  let site = useSiteData();
  let back = paths.invite(token);
  return (
    <>
      <Facts
        facts={[
          { label: 'Organization', value: invite.organization_name },
          ...(invite.organization_description ? [{ label: 'About', value: invite.organization_description }] : []),
          { label: 'Your role', value: roleLabels[invite.role] },
          ...(invite.invited_by ? [{ label: 'Invited by', value: invite.invited_by }] : []),
          { label: 'Sent to', value: invite.email ?? invite.username },
          { label: 'Expires', value: <DateText iso={invite.expires_at} /> },
        ]}
      />
      {username ? (
        <AppForm form={form}>
          <FormError />
          <SubmitButton wide pending="Joining …">
            Accept as {username}
          </SubmitButton>
        </AppForm>
      ) : (
        <div className="flex flex-col gap-2">
          <LinkButton to={paths.login(back)} wide>
            Sign in to accept
          </LinkButton>
          {site?.registration !== 'closed' && (
            <LinkButton to={paths.register(back)} variant="outline" wide>
              Create an account
            </LinkButton>
          )}
        </div>
      )}
    </>
  );
}
