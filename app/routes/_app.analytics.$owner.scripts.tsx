/**
 * /analytics/:owner/scripts: the events of the report of the same address as links that a script
 * can fetch.
 */
import * as limits from 'contract/floor/limits';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { rangeQuery } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { readReport } from '../features/analytics/report-params.server';
import { ScriptLinksCard } from '../features/analytics/script-links';
import { scriptLinks } from '../features/analytics/event-exports.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { mayExport, roleError } from '../session/roles.server';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Temporary download links',
  description: 'Short-lived links with which scripts fetch the events of a report.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' } }) => [
    { label: 'Analytics', to: paths.analytics(owner) },
    { label: 'Temporary download links' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let { fields, range } = await readReportRange(signedIn, query, { daysMax: limits.exportDaysMax });
  let { role, asked, selection } = await readReport(signedIn, query);
  if (!mayExport(role)) throw roleError(role, signedIn.owner);
  let {
    by: _by,
    versions: _versions,
    variables: _variables,
    variable: _variable,
    ...report
  } = { ...rangeQuery(fields), ...asked };
  let back = paths.analytics(owner, report);
  let links = range && (await scriptLinks(call, owner, range.time, selection));
  if (!links) throw redirect(back);
  return { links, back, renewal: paths.analyticsScriptLinks(owner, report) };
}

export default function Scripts() {
  let { links, back, renewal } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Temporary download links"
        description="The events of your report as CSV files"
        actions={
          <LinkButton to={back} variant="outline">
            Back to the report
          </LinkButton>
        }
      />
      <ScriptLinksCard loaded={links} from={renewal} />
    </Stack>
  );
}
