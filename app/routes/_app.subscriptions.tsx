/**
 * /subscriptions: subscription status of the person and of their organizations, five on a page
 * (spec section 7).
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { OwnerStates } from '../features/billing/subscription-tables';
import { readSubscriptionStates } from '../features/billing/billing.server';
import { pageMeta } from '../shell/meta';
import { paths, settingsOf } from '../links/paths';
import { mayChange } from '../session/roles.server';
import { requireSession } from '../session/guards.server';
import { readMemberships } from '../session/organizations.server';
import { PageTitle } from '../ui/page-title';
import { Pager, pageNumber } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Subscriptions',
  description: 'Status of the subscriptions of your account and your organizations.',
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireSession(args);
  let { call, username } = signedIn;
  let organizations = await readMemberships(call, username);
  let closed = organizations.filter(({ role }) => !mayChange(role)).map((one) => one.organization_name);
  let names = organizations.map((one) => one.organization_name);
  let { states, ...place } = await readSubscriptionStates(signedIn, names, pageNumber(new URL(args.request.url)));
  return {
    ...place,
    states: states.map((state) => ({
      ...state,
      to: closed.includes(state.owner) ? null : paths.settings(settingsOf(state.owner, username), 'subscriptions'),
    })),
  };
}

export default function SubscriptionsPage() {
  let { states, page, pages, first, last, total } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="Subscriptions" description="Your account and your organizations" />
      <OwnerStates states={states} />
      {pages > 1 && (
        <p className="text-center text-sm text-muted">
          Organizations {first} to {last} of {total}, plus your account
        </p>
      )}
      <Pager page={page} pages={pages} to={paths.subscriptions} />
    </Stack>
  );
}
