import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData } from '@remix-run/react';
import { Credentials } from 'contract/users';
import { AppForm, useAppForm } from '../forms/app-form';
import { TextField } from '../forms/fields';
import { read } from '../forms/read.server';
import { FormError, SubmitButton } from '../forms/submit';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { authenticatorFor } from '../session/authenticator.server';
import { requireGuest } from '../session/guards.server';
import { startSession } from '../session/sign-in.server';
import { GuestCard } from '../shell/guest-card';

export const meta = pageMeta({ title: 'Sign in', indexed: true });

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireGuest(args);
  let form = await read(args.request.clone(), Credentials);
  if (!form.ok) return form.reply;
  try {
    return startSession(args.request, await authenticatorFor(call).authenticate('form', args.request));
  } catch (thrown) {
    return form.refuse(thrown);
  }
}

export default function Login() {
  let form = useAppForm(useActionData<typeof action>()?.lastResult);
  return (
    <GuestCard
      title="Sign in"
      foot={
        <>
          New here? <Link to={paths.register()}>Create an account</Link>
        </>
      }
    >
      <AppForm form={form}>
        <FormError />
        <TextField name="email" label="Email or username" autoComplete="username" />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
        <SubmitButton wide pending="Signing in …">
          Sign in
        </SubmitButton>
      </AppForm>
    </GuestCard>
  );
}
