/**
 * /home/:owner and /dashboard/:owner: an owner's numbers, packages and pixels, or the first steps.
 * With `?package=` or `?pixel=` the short report of one.
 */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { ArtifactPage } from '../features/analytics/artifact-page';
import { OverviewPage } from '../features/analytics/overview-page';
import { reportTerms } from '../features/analytics/report-summary';
import { Welcome } from '../features/analytics/getting-started';
import { CountingNote } from '../features/counting/counting-note';
import { FirstEventWatch } from '../features/live/first-event';
import { EarlierNumbers } from '../features/packages/registry-counts';
import { PackageHead, PixelHead } from '../shell/artifact-head';
import type { ReportArtifact } from '../features/analytics/report-params.server';
import type { ReportQuery } from '../links/query-parameters';
import { OverviewTools } from '../reports/overview-tools';
import { paths } from '../links/paths';
import { homeReport } from '../reports/home.server';
import { requireReport } from '../session/guards.server';
import { markCacheable } from '../session/response-cache.server';
import { pageMeta } from '../shell/meta';
import { useMayCreate } from '../shell/use-page';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ data: page }) => ({
  title: headingOf(page),
  description: 'Downloads, views and companies of all packages and pixels of an owner.',
}));
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, kept, data: page }) => {
    let heading = headingOf(page);
    return heading === title ? [] : [{ label: title, to: paths.home(owner, kept) }, { label: heading }];
  },
};

const title = 'Overview';

function headingOf(page: unknown): string {
  let heading = typeof page === 'object' && page && 'heading' in page && page.heading;
  return typeof heading === 'string' ? heading : title;
}

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { status, ...page } = await homeReport(signedIn, { url: new URL(args.request.url) });
  let overview = page.one?.report.overview ?? (page.home?.state === 'active' ? page.home.overview : null);
  omitRepeatedMarkup(args.context, overview?.charts ?? []);
  return data(page, { status });
}

export default function HomePage() {
  let {
    owner,
    links,
    drawn,
    tools,
    filters,
    note: retention,
    counted,
    home,
    headline,
    list,
    one,
    arrival,
    welcome,
    earlier,
  } = useLoaderData<typeof loader>();
  let mayCreate = useMayCreate();
  if (welcome) return <Welcome owner={owner} {...welcome} />;
  let overview = one?.report.overview ?? (home?.state === 'active' ? home.overview : null);
  let note = counted && overview && <CountingNote note={counted} {...reportTerms(overview)} />;
  let around = (
    <>
      <OverviewTools {...{ owner, tools, filters, retention }} bots={counted?.toggle} />
      {arrival && <FirstEventWatch {...arrival} report={paths.analytics(owner, { pixels: 'show', ...links })} />}
    </>
  );
  return (
    <Stack>
      {one && (
        <ArtifactPage {...one} note={note} drawn={drawn} setup={setupOf(owner, one.artifact, links)}>
          <ArtifactHead {...{ owner, links }} artifact={one.artifact} mayChange={tools.share !== null} />
          {around}
        </ArtifactPage>
      )}
      {home && list && (
        <OverviewPage
          owner={owner}
          links={links}
          home={home}
          headline={headline}
          list={list}
          note={note}
          drawn={drawn}
          hasGlobalFilters={filters.globals > 0}
          earlier={earlier && <EarlierNumbers {...earlier} mayChange={mayCreate} />}
        >
          {around}
        </OverviewPage>
      )}
      {!one && !home && (
        <>
          <PageTitle title={title} />
          {around}
        </>
      )}
    </Stack>
  );
}

function setupOf(owner: string, { id, type, name }: ReportArtifact, links: ReportQuery): string {
  return type === 'pixel' ? paths.pixelCreated(owner, id, links) : paths.packageSetup(owner, type, name, links);
}

interface HeadProps {
  owner: string;
  links: ReportQuery;
  artifact: ReportArtifact;
  mayChange: boolean;
}

function ArtifactHead({ owner, links, artifact: { id, type, name }, mayChange }: HeadProps) {
  let analytics = (
    <LinkButton
      to={paths.analytics(owner, { ...links, [type === 'pixel' ? 'pixel' : 'package']: id })}
      variant="outline"
    >
      Analytics
    </LinkButton>
  );
  let shared = { kept: links, actions: analytics };
  if (type === 'pixel') return <PixelHead pixel={{ owner, id, name }} {...{ ...shared, mayChange }} />;
  return <PackageHead item={{ owner, type, name }} {...shared} isOverview />;
}
