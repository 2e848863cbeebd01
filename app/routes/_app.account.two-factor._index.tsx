/** /account/two-factor: whether sign-ins ask for a code, and the way to change that. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import * as limits from 'contract/limits';
import { startTwoFactor } from 'contract/two-factor';
import { readTwoFactor, requireTwoFactor } from '../features/two-factor/two-factor.server';
import { AppForm, useAppForm } from '../forms/app-form';
import { SubmitButton } from '../forms/submit';
import { readRefusal } from '../gateway-client.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { redirect } from '../redirects.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { Facts } from '../ui/facts';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Two-factor authentication' });

export async function loader(args: LoaderFunctionArgs) {
  return readTwoFactor(await requireTwoFactor(args));
}

/** Makes the secret; where two-factor is on already, the page says so. */
export async function action(args: ActionFunctionArgs) {
  let own = await requireTwoFactor(args);
  let isOn = await own.call(startTwoFactor, { params: own.params }).then(() => false, isAlreadyOn);
  return redirect(isOn ? paths.twoFactor() : paths.twoFactorConfirmation(), { status: 303 });
}

async function isAlreadyOn(thrown: unknown): Promise<true> {
  if ((await readRefusal(thrown))?.code !== 'two-factor-already-on') throw thrown;
  return true;
}

export default function TwoFactorPage() {
  let { status, recovery_codes_left } = useLoaderData<typeof loader>();
  return (
    <Stack narrow>
      <PageTitle title="Two-factor authentication" />
      {status === 'on' ? <SwitchedOn codesLeft={recovery_codes_left} /> : <SwitchedOff />}
    </Stack>
  );
}

function SwitchedOff() {
  let form = useAppForm(null);
  return (
    <Card title="Off">
      <div className="flex flex-col gap-4">
        <p className="text-sm">
          Whoever knows your password can sign in. With two-factor authentication they also need a code that an app on
          your phone shows, and that changes every 30 seconds.
        </p>
        <AppForm form={form}>
          <div>
            <SubmitButton pending="One moment …">Set up</SubmitButton>
          </div>
        </AppForm>
      </div>
    </Card>
  );
}

function SwitchedOn({ codesLeft }: { codesLeft: number }) {
  return (
    <Card title="On">
      <div className="flex flex-col gap-4">
        <Facts facts={[{ label: 'Recovery codes left', value: `${codesLeft} of ${limits.recoveryCodes}` }]} />
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.twoFactorRecovery()} variant="outline">
            Recovery codes
          </LinkButton>
          <LinkButton to={paths.twoFactorOff()} variant="danger-outline">
            Switch off
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
