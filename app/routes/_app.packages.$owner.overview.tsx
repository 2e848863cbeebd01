/** /packages/[owner]/overview: an owner's packages with their downloads, searched and sorted. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AlertBell } from '../features/alerts/alert-bell';
import { artifactList } from '../features/analytics/artifact-list.server';
import { ArtifactList } from '../features/analytics/artifact-list';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { RangeTools } from '../features/date-range/range-tools';
import { rangeQuery, rangeSteps, rangeTitle } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { NoPackages, PackageFilters, PackagesTabs, SharedPackages } from '../features/packages/overview';
import { readFilter, readPackages, readShared } from '../features/packages/overview.server';
import { ReportTools } from '../forms/report-tools';
import { SearchField } from '../forms/search-field';
import { pageMeta } from '../shell/meta';
import type { PackagesQuery, ReportQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { markCacheable } from '../session/response-cache.server';
import { isStranger, mayChange, shownRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { formatCount } from '../ui/numbers';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';
import { secondary } from '../gateway/secondary.server';

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
  let shared = await secondary(readShared(signedIn, owner), []);
  // A stranger with single packages of the owner gets those; a call for the rest would be refused.
  let isOpen = shared.length === 0 || !(await isStranger(signedIn, owner));
  let page = {
    owner,
    filter,
    shared,
    isOpen,
    offered: [],
    total: 0,
    tools: null,
    list: null,
    note: null,
    mayChange: false,
  };
  if (!isOpen) return page;
  let { types, q, withoutNoise } = filter;
  let [{ fields, range }, { artifacts, offered }, role] = await Promise.all([
    readReportRange(signedIn, url.searchParams),
    readPackages(call, owner, filter),
    shownRole(signedIn, owner),
  ]);
  let chosen: PackagesQuery = { ...rangeQuery(fields), type: types, q, noise: withoutNoise ? 'hide' : '' };
  let to = (change: PackagesQuery) => paths.packages(owner, { ...chosen, ...change });
  let tools = { chosen, fields, steps: rangeSteps(fields, to), title: rangeTitle(range) };
  let total = artifacts.length;
  let found = { ...page, offered, total, tools, mayChange: mayChange(role) };
  if (!range) return found;
  let selection = { packages: 'all' as const, pixels: 'none' as const, withoutNoise };
  let list = await artifactList(call, owner, range, { artifacts, selection, url, perPage: packagesPerPage });
  let shown = { ...selection, packages: list.lines.map(({ id }) => id), time: range.time };
  let note = total > 0 ? await readCountingNote(call, owner, shown, { to: (noise) => to({ noise }) }) : null;
  return { ...found, list, note };
}

export default function PackagesPage() {
  let { owner, filter, offered, shared, isOpen, total, tools, list, note, mayChange } = useLoaderData<typeof loader>();
  let { types, q } = filter;
  let isFiltered = q !== '' || types.length > 0;
  return (
    <Stack>
      <PageTitle
        title="Packages"
        description={isOpen ? formatCount(total, 'package') : `Shared with you by ${owner}`}
        actions={mayChange && <LinkButton to={paths.newPackage(owner)}>New package</LinkButton>}
      />
      {isOpen && <PackagesTabs owner={owner} />}
      {tools && (total > 0 || isFiltered) && (
        <>
          <ReportTools
            action={paths.packages(owner)}
            kept={{ type: types, noise: tools.chosen.noise }}
            actions={mayChange && <AlertBell owner={owner} />}
          >
            <SearchField label="Package name" value={q} />
            <RangeTools fields={tools.fields} steps={tools.steps} withStep={false} />
          </ReportTools>
          <PackageFilters
            types={types}
            offered={offered}
            to={(type) => paths.packages(owner, { ...tools.chosen, type })}
          />
        </>
      )}
      {isOpen && total === 0 && <NoPackages owner={owner} isFiltered={isFiltered} mayChange={mayChange} />}
      {tools && list && total > 0 && (
        <Card title={tools.title} flush>
          <ArtifactList
            caption="Packages"
            counted="Downloads"
            list={list}
            to={({ type, name }) => paths.package(owner, type, name, reportOf(tools.chosen))}
            last={{
              label: 'Pages',
              hiddenLabel: true,
              cell: ({ id, name }) => (
                <Link
                  to={paths.analytics(owner, { ...reportOf(tools.chosen), package: id })}
                  className="text-accent underline"
                >
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

function reportOf({ type: _type, q: _q, page: _page, ...report }: PackagesQuery): ReportQuery {
  return report;
}
