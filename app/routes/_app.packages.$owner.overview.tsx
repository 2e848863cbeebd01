/** /packages/[owner]/overview: an owner's packages, by type and name. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { markCacheable } from '../session/response-cache.server';
import { formatCount } from '../ui/numbers';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { NoPackages, PackageCard, PackageFilters, PackagesTabs, SharedPackages } from '../features/packages/overview';
import { sharedOnlyOverview, readFilter, readOverview, readShared } from '../features/packages/overview.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { isStranger, mayChange, ownerRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';
import { Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Packages',
  description: 'The packages of an owner, with their commands and downloads.',
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { call, owner } = signedIn;
  let filter = readFilter(new URL(args.request.url));
  let shared = await readShared(signedIn, owner);
  // A stranger with single packages of the owner gets those; a call for the rest would be refused.
  let isOpen = shared.length === 0 || !(await isStranger(signedIn, owner));
  let { withoutNoise, ...rest } = filter;
  let to = (noise: string) => paths.packages(owner, { type: rest.types, q: rest.q, noise });
  let [overview, role] = isOpen
    ? await Promise.all([readOverview(call, owner, filter), ownerRole(signedIn, owner)])
    : [sharedOnlyOverview(filter), null];
  let shown = overview.cards.map(({ id }) => id);
  return {
    owner,
    filter,
    shared,
    isOpen,
    ...overview,
    note:
      shown.length > 0
        ? await readCountingNote(call, owner, { packages: shown, pixels: 'none', withoutNoise }, { to })
        : null,
    mayChange: role !== null && mayChange(role),
  };
}

export default function PackagesPage() {
  let { owner, filter, shared, isOpen, total, page, pages, cards, note, mayChange } = useLoaderData<typeof loader>();
  let noise = filter.withoutNoise ? 'hide' : '';
  let isFiltered = filter.q !== '' || filter.types.length > 0;
  return (
    <Stack>
      <PageTitle
        title="Packages"
        description={isOpen ? formatCount(total, 'Package') : `Shared with you by ${owner}`}
        actions={mayChange && <LinkButton to={paths.newPackage(owner)}>+ New Package</LinkButton>}
      />
      {isOpen && <PackagesTabs owner={owner} />}
      {(total > 0 || isFiltered) && <PackageFilters owner={owner} filter={filter} />}
      {isOpen && cards.length === 0 && (
        <NoPackages owner={owner} isFiltered={isFiltered || page > 1} mayChange={mayChange} />
      )}
      {note && <CountingNote note={note} />}
      <div className="grid gap-4 lg:grid-cols-2">
        {cards.map((card) => (
          <PackageCard key={card.id} card={card} noise={noise} />
        ))}
      </div>
      <Pager
        page={page}
        pages={pages}
        to={(n) => paths.packages(owner, { type: filter.types, q: filter.q, page: String(n), noise })}
      />
      {shared.length > 0 && <SharedPackages shared={shared} />}
    </Stack>
  );
}
