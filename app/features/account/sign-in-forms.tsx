import type { SubmissionResult } from '@conform-to/react';
import { confirmPassword, password } from 'contract/rules/account-rules';
import type { GithubLink } from 'contract/accounts/github';
import * as limits from 'contract/floor/limits';
import { useEffect } from 'react';
import { AppForm, useAppForm } from '../../forms/app-form';
import {
  RevokeTokensField,
  type Reauthentication,
  ReauthenticationField,
  reauthenticationRules,
} from '../../forms/reauthentication';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';

const rules = { password, confirm_password: confirmPassword };

interface PasswordFormProps {
  identity: Reauthentication;
  lastResult?: SubmissionResult<string[]>;
}

export function PasswordForm({ identity, lastResult }: PasswordFormProps) {
  let form = useAppForm(lastResult, { rules: { ...rules, ...reauthenticationRules({ identity, always: true }) } });
  return (
    <AppForm form={form}>
      <FormError />
      <ReauthenticationField identity={identity} always />
      <TextField
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`${limits.passwordMin} to ${limits.passwordMax} characters.`}
      />
      <TextField name="confirm_password" label="Repeat new password" type="password" autoComplete="new-password" />
      <RevokeTokensField />
      <div>
        <SubmitButton pending="Changing …">Change password</SubmitButton>
      </div>
    </AppForm>
  );
}

export function GithubCard({ link, identity }: { link: GithubLink; identity: Reauthentication }) {
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
        <p className="mt-2 text-sm text-muted">This is your only way to sign in. Set a password to unlink it.</p>
      )}
    </Card>
  );
}

interface LinkFormProps {
  identity: Reauthentication;
  lastResult?: SubmissionResult<string[]>;
}

/** Continues at GitHub after the password was confirmed. */
export function LinkForm({ identity, lastResult }: LinkFormProps) {
  let form = useAppForm(lastResult, { id: 'link-github', rules: reauthenticationRules({ identity }) });
  return (
    <AppForm form={form} action={paths.accountGithub()}>
      <FormError />
      <ReauthenticationField identity={identity} />
      <div>
        <SubmitButton variant="outline">Link GitHub</SubmitButton>
      </div>
    </AppForm>
  );
}

/** A link, because the content security policy forbids forms that redirect to another site. */
export function ContinueElsewhere({ url, name }: { url: string; name: string }) {
  useEffect(() => window.location.assign(url), [url]);
  return (
    <p>
      Sign in with {name} to continue.{' '}
      <a href={url} className="font-medium text-accent underline">
        Continue to {name}
      </a>
    </p>
  );
}
