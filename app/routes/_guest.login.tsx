import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { singleSignOnErrors } from 'contract/rules/single-sign-on-errors';
import { currentPassword, signInName } from 'contract/rules/account-rules';
import { Credentials } from 'contract/accounts/users';
import { mayRegister } from '../features/registration/registration-policy.server';
import { siteName } from '../config/site';
import { AppForm, useAppForm } from '../forms/app-form';
import { TextField } from '../forms/fields';
import { FormError } from '../forms/form-error';
import { readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { sentence } from '../text/messages';
import { pageMeta } from '../shell/meta';
import { useNonce } from '../http/nonce';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { redirectToSecondStep, authenticatorFor, backToOf, startBrowserSession } from '../session/sign-in.server';
import { hasGithub } from '../session/github.server';
import { requireGuest } from '../session/guards.server';
import { legacyEntriesScript } from '../session/legacy-session.server';
import { singleSignOn } from '../session/single-sign-on.server';
import { AlertBox } from '../ui/alert';
import { LinkButton } from '../ui/button';
import { GithubButton, GuestCard } from '../shell/guest-card';

export const meta = pageMeta({
  title: 'Sign in',
  description: 'Sign in to see who downloads your packages.',
  indexed: true,
});

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  let backTo = backToOf(args.request);
  let signOn = singleSignOn();
  return {
    github: hasGithub() && !signOn?.isOnly,
    signOn: signOn && { ...signOn, at: serverPaths.singleSignOn(backTo) },
    problem: problemOf(args.request),
    backTo,
    joins: mayRegister(backTo),
    script: legacyEntriesScript,
  };
}

/** Why it can be refused besides. */
const others = ['account-suspended', 'too-many-requests', 'username-already-in-use', 'email-already-in-use'];

/** Why single sign-on was refused, by the code in the address; empty for any other. */
function problemOf(request: Request): string {
  let code = new URL(request.url).searchParams.get('refused') ?? '';
  return Object.hasOwn(singleSignOnErrors, code) || others.includes(code) ? sentence(code) : '';
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireGuest(args);
  let form = await readForm(args.request, Credentials.omit({ devices: true }));
  if (!form.ok) return form.reply;
  let { url, method, headers } = args.request;
  let cookies = { cookie: headers.get('cookie') ?? '' };
  let typed = new Request(url, { method, headers: cookies, body: new URLSearchParams(form.value) });
  try {
    return startBrowserSession(args.request, await authenticatorFor(call).authenticate('form', typed));
  } catch (thrown) {
    return (await redirectToSecondStep(thrown, backToOf(args.request))) ?? form.refuse(thrown);
  }
}

const rules = { email: signInName, password: currentPassword };

export default function Login() {
  let { github, signOn, problem, backTo, joins, script } = useLoaderData<typeof loader>();
  let nonce = useNonce();
  let form = useAppForm(useActionData<typeof action>()?.lastResult, { rules });
  return (
    <GuestCard
      title="Sign in"
      foot={
        <>
          {joins && (
            <span className="mb-2 block">
              New to {siteName}? <Link to={paths.register(backTo)}>Sign up</Link>
            </span>
          )}
          Downloaded a package here? <Link to={`${paths.howWeCount()}#recorded`}>What is recorded</Link>
        </>
      }
    >
      {problem && <AlertBox variant="warning" title={problem} />}
      {signOn && (
        <LinkButton to={signOn.at} reloadDocument variant={signOn.isOnly ? 'primary' : 'outline'} wide>
          Continue with {signOn.name}
        </LinkButton>
      )}
      {!signOn?.isOnly && (
        <>
          <AppForm form={form}>
            <FormError />
            <TextField name="email" label="Email or username" autoComplete="username" />
            <TextField name="password" label="Password" type="password" autoComplete="current-password" />
            <SubmitButton wide pending="Signing in …">
              Sign in
            </SubmitButton>
          </AppForm>
          <p className="text-sm">
            <Link to={paths.forgottenPassword()}>Forgot your password?</Link>
          </p>
        </>
      )}
      {github && <GithubButton backTo={backTo} />}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </GuestCard>
  );
}
