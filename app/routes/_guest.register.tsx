import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { confirmPassword, email, password, username } from 'contract/account-rules';
import * as limits from 'contract/limits';
import { register, Registration } from 'contract/users';
import { AppForm, useAppForm } from '../forms/app-form';
import { confirmedPassword } from '../forms/typed-twice.server';
import { TextField } from '../forms/fields';
import { FormError } from '../forms/form-error';
import { read } from '../forms/read.server';
import { samePasswordsScript } from '../forms/same-passwords.server';
import { SubmitButton } from '../forms/submit';
import { env } from '../env.server';
import { ProductNewsField } from '../features/registration/product-news-field';
import { pageMeta } from '../meta';
import { useNonce } from '../nonce';
import { paths } from '../paths';
import { hasGithub } from '../session/github.server';
import { requireGuest } from '../session/guards.server';
import { once } from '../session/once.server';
import { backToOf, startSession } from '../session/sign-in.server';
import { GuestCard } from '../shell/guest-card';
import { GithubButton } from '../shell/github-button';

export const meta = pageMeta({ title: 'Create an account', indexed: true });

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  let asksForNews = env.flags.showMarketingOptInUi;
  return { github: hasGithub(), backTo: backToOf(args.request), asksForNews, script: samePasswordsScript };
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireGuest(args);
  let form = await read(args.request, confirmedPassword(Registration));
  if (!form.ok) return form.reply;
  return once(args.request, form.value, async () => {
    let { username, email, password, product_news } = form.value;
    let body = { username, email, password, product_news };
    try {
      return startSession(args.request, await call(register, { body }), {
        toast: 'welcome',
      });
    } catch (thrown) {
      return form.refuse(thrown);
    }
  });
}

const rules = { username, email, password, confirm_password: confirmPassword };

export default function Register() {
  let { github, backTo, asksForNews, script } = useLoaderData<typeof loader>();
  let nonce = useNonce();
  let form = useAppForm(useActionData<typeof action>()?.lastResult, { rules });
  return (
    <GuestCard
      title="Create an account"
      foot={
        <>
          Already have one? <Link to={paths.login(backTo)}>Sign in</Link>
        </>
      }
    >
      <AppForm form={form}>
        <FormError />
        <TextField
          name="username"
          label="Username"
          hint="Letters, digits and hyphens. It becomes part of your download addresses."
          autoComplete="username"
          spellCheck={false}
        />
        <TextField name="email" label="Email" type="email" autoComplete="email" />
        <TextField
          name="password"
          label="Password"
          hint={`${limits.passwordMin} to ${limits.passwordMax} characters.`}
          type="password"
          autoComplete="new-password"
        />
        <TextField name="confirm_password" label="Repeat password" type="password" autoComplete="new-password" />
        {asksForNews && <ProductNewsField />}
        <SubmitButton wide pending="Creating …">
          Create account
        </SubmitButton>
      </AppForm>
      {github && <GithubButton backTo={backTo} />}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </GuestCard>
  );
}
