/** /register-with-github: registers an account for a new GitHub account, under a chosen name. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { email as emailRule, username } from 'contract/rules/account-rules';
import { githubApi, GithubRegistration } from 'contract/accounts/github';
import { AppForm, useAppForm } from '../forms/app-form';
import { TextField } from '../forms/fields';
import { FormError } from '../forms/form-error';
import { readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { readApiError } from '../gateway/gateway-client.server';
import { env } from '../config/env.server';
import { ProductNewsField } from '../features/registration/account-fields';
import { inviteIn, mayRegister } from '../features/registration/registration-policy.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireGuest } from '../session/guards.server';
import { dedupe } from '../session/submission-deduplication.server';
import { startBrowserSession } from '../session/sign-in.server';
import { githubCookie, onwardCookie } from '../session/sign-in-cookies.server';
import { redirectWithToast } from '../session/toast.server';
import { GuestCard } from '../shell/guest-card';

export const meta = pageMeta({
  title: 'Sign up with GitHub',
  description: 'Choose a username for your new account with GitHub.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireGuest(args);
  let github = githubCookie.read(args.request);
  if (!github) return redirect(paths.register());
  let backTo = onwardCookie.read(args.request)?.backTo;
  if (!mayRegister(backTo))
    return redirect(paths.register(backTo), { headers: { 'set-cookie': githubCookie.forget() } });
  let profile = await call(githubApi.readGithubProfile, { body: { access_token: github.accessToken } }).catch(
    startOver,
  );
  if (profile instanceof Response) return profile;
  return json({ ...profile, asksForNews: env.flags.showMarketingOptInUi });
}

/** GitHub no longer accepts the token: the person has to start again. */
async function startOver(thrown: unknown): Promise<Response> {
  let said = await readApiError(thrown);
  if (said?.code !== 'github-token-not-valid') throw thrown;
  return redirectWithToast(paths.login(), 'github_failed', { 'set-cookie': githubCookie.forget() });
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireGuest(args);
  let github = githubCookie.read(args.request);
  if (!github) return redirectWithToast(paths.register(), 'sign_in_took_too_long');
  let form = await readForm(args.request, GithubRegistration.omit({ access_token: true, invite: true }));
  if (!form.ok) return form.reply;
  return dedupe(args.request, form.value, async () => {
    try {
      let backTo = onwardCookie.read(args.request)?.backTo;
      let body = { access_token: github.accessToken, ...form.value, invite: inviteIn(backTo) };
      let signedIn = await call(githubApi.registerWithGithub, { body });
      let cookies = [githubCookie.forget(), onwardCookie.forget()];
      return startBrowserSession(args.request, signedIn, { toast: 'welcome', backTo, cookies });
    } catch (thrown) {
      return form.refuse(thrown);
    }
  });
}

const rules = { username, email: emailRule };

export default function RegisterWithGithub() {
  let { login, email, asksForNews } = useLoaderData<typeof loader>();
  let form = useAppForm(useActionData<typeof action>()?.lastResult, {
    rules,
    defaultValue: { username: login, email },
  });
  return (
    <GuestCard
      title="Create an account"
      foot={
        <>
          Already have an account? <Link to={paths.login()}>Sign in with your password</Link>
        </>
      }
    >
      <p className="text-sm text-muted">
        You are <strong className="text-ink">{login}</strong> on GitHub. You will sign in with this account.
      </p>
      <AppForm form={form}>
        <FormError />
        <TextField
          name="username"
          label="Username"
          hint="Letters, digits and hyphens. Part of your download URLs."
          autoComplete="username"
          spellCheck={false}
        />
        <TextField
          name="email"
          label="Email"
          type="email"
          hint="Emails verified by GitHub do not need verification."
          autoComplete="email"
        />
        {asksForNews && <ProductNewsField />}
        <SubmitButton wide pending="Creating …">
          Create account
        </SubmitButton>
      </AppForm>
    </GuestCard>
  );
}
