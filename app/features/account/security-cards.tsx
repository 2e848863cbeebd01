/** The security page: the password, the GitHub account, and where somebody is signed in. */
import type { SubmissionResult } from '@conform-to/react';
import { confirmPassword, password } from 'contract/account-rules';
import type { GithubLink } from 'contract/github';
import * as limits from 'contract/limits';
import { useEffect } from 'react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { EndTokensField } from '../../forms/end-tokens-field';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Identity, IdentityField, identityRules } from '../../forms/identity';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Moment } from '../../ui/moment';
import { Cell, type Column, Table } from '../../ui/table';

const rules = { password, confirm_password: confirmPassword };

interface PasswordFormProps {
  identity: Identity;
  lastResult?: SubmissionResult<string[]>;
}

/** Another password. */
export function PasswordForm({ identity, lastResult }: PasswordFormProps) {
  let form = useAppForm(lastResult, { rules: { ...rules, ...identityRules({ identity, always: true }) } });
  return (
    <AppForm form={form}>
      <FormError />
      <IdentityField identity={identity} always />
      <TextField
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`${limits.passwordMin} to ${limits.passwordMax} characters.`}
      />
      <TextField name="confirm_password" label="Repeat new password" type="password" autoComplete="new-password" />
      <EndTokensField />
      <div>
        <SubmitButton pending="Changing …">Change password</SubmitButton>
      </div>
    </AppForm>
  );
}

/** The GitHub account that signs in to this one: linked, or the way to link it. */
export function GithubCard({ link, identity }: { link: GithubLink; identity: Identity }) {
  let { login, is_only_way_in } = link;
  if (login === null)
    return (
      <Card title="GitHub" description="Link your GitHub account to sign in with it.">
        <LinkForm identity={identity} />
      </Card>
    );
  return (
    <Card title="GitHub" description="You can sign in with this account.">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <strong className="min-w-0 break-words">{login}</strong>
        {!is_only_way_in && (
          <LinkButton to={paths.accountGithubRemoval()} variant="danger-outline" size="sm">
            Unlink
          </LinkButton>
        )}
      </div>
      {is_only_way_in && (
        <p className="mt-2 text-sm text-muted">It is your only way in. Choose a password to be able to unlink it.</p>
      )}
    </Card>
  );
}

interface LinkFormProps {
  identity: Identity;
  lastResult?: SubmissionResult<string[]>;
}

/** Leads on to GitHub once the person has said who they are. */
export function LinkForm({ identity, lastResult }: LinkFormProps) {
  let form = useAppForm(lastResult, { id: 'link-github', rules: identityRules({ identity }) });
  return (
    <AppForm form={form} action={paths.accountGithub()}>
      <FormError />
      <IdentityField identity={identity} />
      <div>
        <SubmitButton variant="outline">Link GitHub</SubmitButton>
      </div>
    </AppForm>
  );
}

/**
 * The way on to GitHub. A form may not redirect to another site (content security policy), so the
 * page leads there.
 */
export function ContinueToGithub({ url }: { url: string }) {
  useEffect(() => window.location.assign(url), [url]);
  return (
    <p>
      GitHub asks whether you want to sign in here with your account there.{' '}
      <a href={url} className="font-medium text-accent underline">
        Continue to GitHub
      </a>
    </p>
  );
}

export interface SessionLine {
  id: string;
  isCurrent: boolean;
  /** Short name of the client. */
  agent: string;
  address: string;
  created: string;
  lastUsed: string | null;
}

const columns: Column[] = [
  { label: 'Client' },
  { label: 'Address' },
  { label: 'Signed in' },
  { label: 'Last used' },
  { label: 'End', hiddenLabel: true },
];

/** Where somebody is signed in, with the way to end each of the others. */
export function SessionsCard({ sessions }: { sessions: readonly SessionLine[] }) {
  let hasOthers = sessions.some((session) => !session.isCurrent);
  return (
    <Card
      title="Sessions"
      description="Browsers and programs that are signed in. A session ends 30 days after its last use, and 90 days after the sign-in at the latest."
      flush
      actions={
        hasOthers && (
          <LinkButton to={paths.accountSessions()} variant="danger-outline" size="sm">
            End all others
          </LinkButton>
        )
      }
    >
      <Table caption="Where you are signed in" columns={columns}>
        {sessions.map((session) => (
          <tr key={session.id}>
            <Cell rowHeader>{session.agent}</Cell>
            <Cell>{session.address || 'Unknown'}</Cell>
            <Cell>
              <Moment iso={session.created} />
            </Cell>
            <Cell>{session.lastUsed ? <Moment iso={session.lastUsed} /> : 'Not yet'}</Cell>
            <Cell numeric>
              {session.isCurrent ? (
                <Badge colour="green">This one</Badge>
              ) : (
                <LinkButton to={paths.accountSession(session.id)} variant="danger-outline" size="xs">
                  End<span className="sr-only"> {session.agent}</span>
                </LinkButton>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
