/** The GitHub account that signs in to this one: linked, or the way to link it. */
import type { GithubLink } from 'contract/github';
import { useEffect } from 'react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';

export function GithubCard({ link: { login, is_only_way_in } }: { link: GithubLink }) {
  if (login === null)
    return (
      <Card title="GitHub" description="Link your GitHub account to sign in with it.">
        <LinkForm />
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

/** Asks for the way to GitHub. */
export function LinkForm() {
  let form = useAppForm(null, { id: 'link-github' });
  return (
    <AppForm form={form} action={paths.accountGithub()}>
      <div>
        <SubmitButton variant="outline">Link GitHub</SubmitButton>
      </div>
    </AppForm>
  );
}

/** The way on to GitHub. A form may not redirect to another site (content security policy), so the page leads there. */
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
