/** /admin/names/[name]/release: releases a name that was given up. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { administrationApi } from 'contract/admin/administration';
import { Confirm } from '../forms/confirm';
import { emptyForm } from '../forms/read-form.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { requireAdmin } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Free name',
  description: 'Release a reserved name.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  let { name, owner } = await call(administrationApi.getGivenUpName, { params: paramsOf(args) });
  return { name, owner, identity: await readReauthentication(call, args.request) };
}

export const action = keepingConfirmation(async (args) => {
  let { call } = await requireAdmin(args);
  let form = await readSensitiveForm(args.request, emptyForm, call);
  if (!form.ok) return form.reply;
  let freed = await call(administrationApi.freeGivenUpName, { params: paramsOf(args) }).catch(form.refuse);
  return freed instanceof Response ? freed : redirectWithToast(paths.adminNames(), 'name_freed');
});

function paramsOf({ params }: LoaderFunctionArgs) {
  return { name: params.name ?? '' };
}

export default function AdminNameReleasePage() {
  let { name, owner, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Free name" />
      <Card>
        <Confirm
          button="Free name"
          pending="Freeing …"
          cancelTo={paths.adminNames({ name })}
          identity={identity}
          lastResult={refused?.lastResult}
        >
          <div className="flex max-w-prose flex-col gap-2">
            <p>
              Anyone can register the name <strong className="wrap-anywhere">{name}</strong>. Old links to {name} may
              then serve another owner’s downloads.
            </p>
            {owner !== null && (
              <p>
                These links serve downloads of <strong>{owner}</strong> today. They stop immediately, and we email the
                owners.
              </p>
            )}
          </div>
        </Confirm>
      </Card>
    </Stack>
  );
}
