/**
 * /filters/[owner]/new: the form for a saved filter, with a preview of how many events it matches.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { filtersApi, type FilterMatches } from 'contract/analytics/filters';
import { NewFilterInput } from '../features/filters/filter-forms.server';
import { conditionRows, NewFilterForm } from '../features/filters/new-filter-form';
import { readSeenValues } from '../features/filters/seen-values.server';
import { readForm, type RejectedForm } from '../forms/read-form.server';
import type { Call } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { requireFlag } from '../session/require-flag.server';
import { paths, settingsOf } from '../links/paths';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'New filter',
  description: 'Save conditions for your reports.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params }) => [
    { label: params.owner ?? '', isName: true, to: paths.home(params.owner ?? '') },
    { label: 'New filter' },
  ],
};

/** With `?field=`, for values of it that were seen; scripts ask for them once a field is chosen. */
export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  requireFlag('showFilteringUi');
  let asked = new URL(args.request.url).searchParams.getAll('field').slice(0, conditionRows.length);
  return { page: paths.newFilter(owner), seen: await readSeenValues(call, owner, asked) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, session } = await requireManagerRole(args);
  requireFlag('showFilteringUi');
  let form = await readForm(args.request, NewFilterInput);
  if (!form.ok) return withHelp(call, owner, form.reply);
  let { press, filter: body } = form.value;
  if (press === 'add') return withHelp(call, owner, form.again());
  if (press === 'preview') {
    let matches = await call(filtersApi.countFilterMatches, { params: { owner }, body }).catch(form.refuse);
    return matches instanceof Response ? withHelp(call, owner, matches) : withHelp(call, owner, form.again(), matches);
  }
  return dedupe(args.request, form.value, async () => {
    let made = await call(filtersApi.createFilter, { params: { owner }, body }).catch(form.refuse);
    return made instanceof Response
      ? withHelp(call, owner, made)
      : redirectWithToast(paths.settings(settingsOf(owner, session.username), 'filters'), 'filter_created');
  });
}

/** A reply with the typed values, and with values that were seen of the chosen fields. */
async function withHelp(call: Call, owner: string, reply: Response, matches: FilterMatches | null = null) {
  let { lastResult }: RejectedForm = await reply.json();
  let chosen = conditionRows.map((row) => lastResult.initialValue?.[`key_${row}`]);
  return json({ lastResult, matches, seen: await readSeenValues(call, owner, chosen) }, { status: reply.status });
}

export default function NewFilterPage() {
  let { page, seen } = useLoaderData<typeof loader>();
  let shown = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="New filter" description="Matches events that meet all conditions." />
      <Card>
        <NewFilterForm page={page} {...(shown && 'seen' in shown ? shown : { seen })} />
      </Card>
    </Stack>
  );
}
