/** /packages/[owner]/overview: an owner's packages with their downloads, searched and sorted. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { artifactList } from '../features/analytics/artifact-list.server';
import { ArtifactList } from '../features/analytics/artifact-list';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { defaultRange } from '../features/date-range/range.server';
import { NoPackages, PackageFilters, PackagesTabs, SharedPackages } from '../features/packages/overview';
import { readFilter, readPackages, readShared } from '../features/packages/overview.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { markCacheable } from '../session/response-cache.server';
import { isStranger, mayChange, ownerRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { formatCount } from '../ui/numbers';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Packages',
  description: 'The packages of an owner, with their downloads and trends.',
});

const packagesPerPage = 50;

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let filter = readFilter(url);
  let shared = await readShared(signedIn, owner);
  // A stranger with single packages of the owner gets those; a call for the rest would be refused.
  let isOpen = shared.length === 0 || !(await isStranger(signedIn, owner));
  let page = { owner, filter, shared, isOpen, offered: [], list: null, note: null, mayChange: false };
  if (!isOpen) return page;
  let { types, q, withoutNoise } = filter;
  let to = (noise: string) => paths.packages(owner, { type: types, q, noise });
  let [{ artifacts, offered }, role] = await Promise.all([
    readPackages(call, owner, filter),
    ownerRole(signedIn, owner),
  ]);
  let selection = { packages: 'all' as const, pixels: 'none' as const, withoutNoise };
  let range = defaultRange(Date.now());
  let list = await artifactList(call, owner, range, { artifacts, selection, url, perPage: packagesPerPage });
  let shown = { ...selection, packages: list.lines.map(({ id }) => id), days: range.days };
  let note = list.total > 0 ? await readCountingNote(call, owner, shown, { to }) : null;
  return { ...page, offered, list, note, mayChange: mayChange(role) };
}

export default function PackagesPage() {
  let { owner, filter, offered, shared, isOpen, list, note, mayChange } = useLoaderData<typeof loader>();
  let noise = filter.withoutNoise ? 'hide' : '';
  let total = list?.total ?? 0;
  let isFiltered = filter.q !== '' || filter.types.length > 0;
  return (
    <Stack>
      <PageTitle
        title="Packages"
        description={isOpen ? formatCount(total, 'package') : `Shared with you by ${owner}`}
        actions={mayChange && <LinkButton to={paths.newPackage(owner)}>New package</LinkButton>}
      />
      {isOpen && <PackagesTabs owner={owner} />}
      {(total > 0 || isFiltered) && <PackageFilters owner={owner} filter={filter} offered={offered} />}
      {list && total === 0 && <NoPackages owner={owner} isFiltered={isFiltered} mayChange={mayChange} />}
      {list && total > 0 && (
        <Card title="Last 30 days" flush>
          <ArtifactList
            caption="Packages"
            counted="Downloads"
            list={list}
            to={({ type, name }) => paths.package(owner, type, name, { noise })}
            last={{
              label: 'Pages',
              hiddenLabel: true,
              cell: ({ id, name }) => (
                <Link to={paths.analytics(owner, { package: id, noise })} className="text-accent underline">
                  Analytics<span className="sr-only"> of {name}</span>
                </Link>
              ),
            }}
          />
        </Card>
      )}
      {note && <CountingNote note={note} />}
      {shared.length > 0 && <SharedPackages shared={shared} />}
    </Stack>
  );
}
