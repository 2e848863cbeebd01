/**
 * /dashboard/:owner: every package and pixel with its numbers; with `?package=` or `?pixel=` the
 * short report of one.
 */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readArtifactFeatures } from '../features/granted-features.server';
import { type Preset, presets } from '../features/date-range/presets';
import { rangeQuery, readRange } from '../features/date-range/range.server';
import { FilterBar } from '../features/filters/filter-bar';
import { readActiveFilters } from '../features/filters/read.server';
import { ArtifactPage, DashboardPage } from '../features/insights/dashboard-page';
import { knownArtifacts, readArtifact } from '../features/insights/report-params.server';
import { artifactReport, dashboardList } from '../features/insights/dashboard.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page';
import { Alert } from '../ui/alert';
import { Chips } from '../ui/chips';

export const meta = pageMeta({
  title: 'Dashboard',
  description: 'Downloads, views and companies of all packages and pixels of an owner.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, filterId: filter_id }) => [
    { label: 'Home', to: paths.home(owner, { filter_id }) },
    { label: 'Dashboard' },
  ],
};

const offered: readonly Preset[] = ['last-7-days', 'last-30-days', 'last-90-days', 'last-12-months'];

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let { fields, range } = readRange(query, Date.now());
  let known = await knownArtifacts(call, owner);
  let artifact = readArtifact(query, known);
  let filterId = query.get('filter_id') ?? '';
  let kept = { package: query.get('package') ?? '', pixel: query.get('pixel') ?? '', filter_id: filterId };
  let chips = offered.map((preset) => ({
    label: presets[preset],
    to: paths.dashboard(owner, { ...kept, ...rangeQuery({ ...fields, range: preset }) }),
    on: fields.range === preset,
  }));
  let to = (filter_id: string) => paths.dashboard(owner, { ...kept, ...rangeQuery(fields), filter_id });
  let filters = await readActiveFilters(signedIn, filterId, to);
  let page = { owner, links: { ...rangeQuery(fields), filter_id: filterId }, chips, filters, error: fields.error };
  if (!range) return data({ ...page, list: null, one: null }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, list: null, one: null }, { status: 404 });
  if (!artifact)
    return data({ ...page, list: await dashboardList(call, owner, range, { known, filterId }), one: null });
  let [report, features] = await Promise.all([
    artifactReport(call, owner, range, { artifact, filterId }),
    readArtifactFeatures(call, owner, artifact.id),
  ]);
  return data({ ...page, list: null, one: { artifact, report, features } });
}

export default function Dashboard() {
  let { owner, links, chips, filters, error, list, one } = useLoaderData<typeof loader>();
  let range = <Chips label="Date range" chips={chips} />;
  return (
    <div className="flex flex-col gap-5">
      <FilterBar {...filters} />
      {one && <ArtifactPage owner={owner} links={links} {...one} range={range} />}
      {list && <DashboardPage owner={owner} links={links} list={list} range={range} />}
      {error && (
        <Alert variant="danger" title={error}>
          {range}
        </Alert>
      )}
    </div>
  );
}
