/** /collections/[owner]: the collections of an owner, and the form for a new one (#new). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { collectionsApi, UpdateCollection } from 'contract/packages/collections';
import { docker } from 'contract/packages/package-types/docker';
import { CollectionForm, CollectionList } from '../features/collections/collections';
import { readDomainStatuses } from '../features/domains/statuses.server';
import { DomainVerifications } from '../features/domains/domains-card';
import { readForm } from '../forms/read-form.server';
import { defaultHost } from '../gateway/gateway-addresses';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { mayChange, shownRole, requireManagerRole } from '../session/roles.server';
import { requireOwner } from '../session/guards.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { PackageIcon } from '../ui/package-icon';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Collections',
  description: 'Track every image under a path.',
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let [{ results }, role] = await Promise.all([
    call(collectionsApi.getCollections, { params: { owner }, query: { per_page: 'max' } }),
    shownRole(signedIn, owner),
  ]);
  let ownHost = defaultHost(gatewayOrigin, owner, docker.name);
  let custom = results.map(({ public_domain }) => public_domain).filter((host) => host !== ownHost);
  return {
    owner,
    collections: results,
    ownHost,
    statuses: await readDomainStatuses(call, owner, custom),
    mayChange: mayChange(role),
  };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, UpdateCollection);
  if (!form.ok) return form.reply;
  return dedupe(args.request, form.value, async () => {
    let body = { ...form.value, type: docker.name };
    let made = await call(collectionsApi.createCollection, { params: { owner }, body }).catch(form.refuse);
    return made instanceof Response ? made : redirectWithToast(paths.collections(owner), 'collection_created');
  });
}

export default function CollectionsPage() {
  let { owner, collections, ownHost, statuses, mayChange } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack>
      <PageTitle title="Collections" />
      <p className="max-w-prose">
        Track every image under a path such as <code>team/*</code>. Packages are created on first pull. Existing
        packages and more specific paths take priority.
      </p>
      <Card title="Docker collections" flush>
        {collections.length > 0 ? (
          <CollectionList collections={collections} mayChange={mayChange} />
        ) : (
          <EmptyState
            title="No collections yet"
            icon={<PackageIcon type={docker.name} decorative className="size-10" />}
          >
            Add the path of your images below to pull them all through <code className="wrap-anywhere">{ownHost}</code>.
          </EmptyState>
        )}
        {mayChange && (
          <section id="new" aria-label="New collection" className="scroll-mt-20 border-t border-line p-4 sm:px-6">
            <CollectionForm key={collections.length} ownHost={ownHost} lastResult={refused?.lastResult} />
          </section>
        )}
      </Card>
      {Object.keys(statuses).length > 0 && (
        <Card title="Custom domains" flush>
          <DomainVerifications owner={owner} statuses={statuses} mayCheck={mayChange} />
        </Card>
      )}
    </Stack>
  );
}
