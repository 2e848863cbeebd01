/**
 * /destinations/[owner]/[destinationId]/secret: renews the secret of a webhook, and shows it once.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { destinationsApi } from 'contract/alerts/destinations';
import * as limits from 'contract/floor/limits';
import { ShownSecret } from '../features/alerts/destination-form';
import { alertsHome } from '../features/alerts/destinations.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { PostForm } from '../forms/post-form';
import { pageMeta } from '../shell/meta';
import { serverPaths } from '../links/paths.server';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta({
  title: 'Renew a secret',
  description: 'Make a new secret that signs the messages to a webhook.',
});
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ data }) => [
    { label: 'Alerts', to: data?.home ?? '' },
    { label: data?.name ?? 'Destination', isName: true, to: data?.page ?? '' },
    { label: 'Secret' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  let params = { owner, destination_id: args.params.destinationId ?? '' };
  let { name } = await call(destinationsApi.getDestination, { params });
  let page = serverPaths.destination(owner, params.destination_id);
  return { name, page, home: alertsHome(signedIn, owner), hours: limits.earlierSecretHours };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  await readForm(args.request, emptyForm);
  return dedupe(args.request, {}, async () => {
    let { secret } = await call(destinationsApi.renewSecret, {
      params: { owner, destination_id: args.params.destinationId ?? '' },
    });
    return json({ secret }, { status: 201, headers: { 'cache-control': 'no-store' } });
  });
}

export default function RenewSecret() {
  let { name, page, hours } = useLoaderData<typeof loader>();
  let made = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Secret of ${name}`} />
      {made?.secret ? (
        <ShownSecret secret={made.secret} to={page} />
      ) : (
        <Card title="Renew the secret">
          <p className="mb-4 text-sm">For {hours} hours, messages are signed with both the new and the old secret.</p>
          <PostForm>
            <SubmitButton>Renew the secret</SubmitButton>
          </PostForm>
        </Card>
      )}
    </Stack>
  );
}
