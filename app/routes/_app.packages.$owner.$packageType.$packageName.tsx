/** /packages/[owner]/[packageType]/[packageName]: the overview of one package. */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { ArtifactPage } from '../features/analytics/artifact-page';
import { reportTerms } from '../features/analytics/report-summary';
import { CountingNote } from '../features/counting/counting-note';
import { PackageHead } from '../shell/artifact-head';
import { requirePackage } from '../features/packages/require-package.server';
import { redirect } from '../http/redirects.server';
import { paths } from '../links/paths';
import { packageOverview } from '../reports/home.server';
import { OverviewTools } from '../reports/overview-tools';
import { packageHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { LinkButton } from '../ui/button';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: params.packageName ?? 'Package',
  description: 'One package: its downloads, versions, countries and companies.',
}));
export const handle = packageHandle();

export async function loader(args: LoaderFunctionArgs) {
  let found = await requirePackage(args);
  let { item, isShared } = found;
  let url = new URL(args.request.url);
  let address = url.searchParams.get('try');
  // Where the routes were before they had a tab.
  if (address) throw redirect(paths.packageSetup(item.owner, item.type, item.name, { try: address }));
  let { status, ...page } = await packageOverview(found, { url, context: args.context });
  omitRepeatedMarkup(args.context, page.one?.report.overview.charts ?? []);
  return data({ ...page, item, isShared }, { status });
}

export default function PackagePage() {
  let { item, isShared, links, drawn, tools, filters, note, counted, one } = useLoaderData<typeof loader>();
  let { owner, id, type, name } = item;
  let head = (
    <>
      <PackageHead
        item={item}
        kept={links}
        actions={
          !isShared && (
            <LinkButton to={paths.analytics(owner, { ...links, package: id })} variant="outline">
              Analytics
            </LinkButton>
          )
        }
      />
      <OverviewTools {...{ owner, tools, filters }} bots={counted?.toggle} retention={note} />
    </>
  );
  return (
    <Stack>
      {one ? (
        <ArtifactPage
          artifact={item}
          report={one.report}
          note={counted && <CountingNote note={counted} {...reportTerms(one.report.overview)} />}
          drawn={drawn}
          setup={paths.packageSetup(owner, type, name, links)}
        >
          {head}
        </ArtifactPage>
      ) : (
        head
      )}
    </Stack>
  );
}
