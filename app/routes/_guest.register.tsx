import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { confirmPassword, email, password, username } from 'contract/rules/account-rules';
import { usersApi, Registration } from 'contract/accounts/users';
import { AppForm, useAppForm } from '../forms/app-form';
import { withConfirmPassword } from '../forms/confirm-field.server';
import { FormError } from '../forms/form-error';
import { readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { env } from '../config/env.server';
import { AccountFields, ProductNewsField } from '../features/registration/account-fields';
import { inviteIn, mayRegister } from '../features/registration/registration-policy.server';
import { sentence } from '../text/messages';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { hasGithub } from '../session/github.server';
import { requireGuest } from '../session/guards.server';
import { dedupe } from '../session/submission-deduplication.server';
import { backToOf, startBrowserSession } from '../session/sign-in.server';
import { GithubButton, GuestCard } from '../shell/guest-card';
import { AlertBox } from '../ui/alert';

export const meta = pageMeta({
  title: 'Create your account',
  description: 'Create an account to see who downloads your packages.',
  indexed: true,
});

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  let asksForNews = env.flags.showMarketingOptInUi;
  let backTo = backToOf(args.request);
  let refusal = env.OIDC_ONLY ? 'single-sign-on-only' : refusals[env.REGISTRATION];
  let problem = mayRegister(backTo) ? '' : sentence(refusal);
  return { github: hasGithub(), backTo, asksForNews, problem };
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireGuest(args);
  let form = await readForm(args.request, withConfirmPassword(Registration.omit({ invite: true })));
  if (!form.ok) return form.reply;
  return dedupe(args.request, form.value, async () => {
    let { username, email, password, product_news } = form.value;
    let body = { username, email, password, product_news, invite: inviteIn(backToOf(args.request)) };
    try {
      return startBrowserSession(args.request, await call(usersApi.register, { body }), {
        toast: 'welcome',
      });
    } catch (thrown) {
      return form.refuse(thrown);
    }
  });
}

const refusals = { open: '', invite: 'registration-needs-invite', closed: 'registration-is-closed' } as const;

const rules = { username, email, password, confirm_password: confirmPassword };

export default function Register() {
  let { github, backTo, asksForNews, problem } = useLoaderData<typeof loader>();
  let form = useAppForm(useActionData<typeof action>()?.lastResult, { rules });
  if (problem)
    return (
      <GuestCard title="Create your account" foot={<Link to={paths.login(backTo)}>Sign in</Link>}>
        <AlertBox variant="info" title="Sign-up is closed">
          {problem}
        </AlertBox>
      </GuestCard>
    );
  return (
    <GuestCard
      title="Create your account"
      foot={
        <>
          Already have an account? <Link to={paths.login(backTo)}>Sign in</Link>
        </>
      }
    >
      <AppForm form={form}>
        <FormError />
        <AccountFields usernameUse="Part of your download URLs." />
        {asksForNews && <ProductNewsField />}
        <SubmitButton wide pending="Creating …">
          Create account
        </SubmitButton>
      </AppForm>
      {github && <GithubButton backTo={backTo} />}
    </GuestCard>
  );
}
