/** /destinations/[owner]/new?kind=…: the form of a new destination; the answer has its secret. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { destinationsApi, type CreateDestination } from 'contract/alerts/destinations';
import { NewDestinationForm, ShownSecret } from '../features/alerts/destination-form';
import {
  alertsHome,
  destinationKindIn,
  newDestinationInputs,
  readPeople,
} from '../features/alerts/destinations.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { serverPaths } from '../links/paths.server';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';
import { secondary } from '../gateway/secondary.server';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta({
  title: 'New destination',
  description: 'Where alerts and reports are sent: a webhook, a chat or a person.',
});
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ data }) => [{ label: 'Alerts', to: data?.home ?? '' }, { label: 'New destination' }],
};

const words = {
  webhook: {
    title: 'New webhook',
    description: 'Signed POST requests, retried for about a day.',
    hint: 'Receives each message as a POST with JSON.',
  },
  chat: {
    title: 'New chat',
    description: 'A Slack or Mattermost channel, or a compatible chat.',
    hint: 'The incoming webhook URL of the channel.',
  },
  email: {
    title: 'New email',
    description: 'Recipients can unsubscribe.',
    hint: 'Sent to verified emails only.',
  },
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let kind = destinationKindIn(args.request);
  let people = kind === 'email' ? await secondary(readPeople(signedIn, signedIn.owner), []) : null;
  return { ...words[kind], people, home: alertsHome(signedIn, signedIn.owner) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let kind = destinationKindIn(args.request);
  let form = await readForm(args.request, newDestinationInputs[kind]);
  if (!form.ok) return form.reply;
  let body = { kind, ...form.value } as CreateDestination;
  return dedupe(args.request, form.value, async () => {
    let made = await call(destinationsApi.createDestination, { params: { owner }, body }).catch(form.refuse);
    if (made instanceof Response) return made;
    let page = serverPaths.destination(owner, made.id);
    if (made.secret === null) return redirectWithToast(page, 'destination_added');
    let shown = { secret: made.secret, to: page };
    return json({ made: shown }, { status: 201, headers: { 'cache-control': 'no-store' } });
  });
}

export default function NewDestination() {
  let { title, description, hint, people } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={title} description={description} />
      {answer && 'made' in answer ? (
        <ShownSecret {...answer.made} />
      ) : (
        <Card>
          <NewDestinationForm people={people} hint={hint} lastResult={answer?.lastResult} />
        </Card>
      )}
    </Stack>
  );
}
