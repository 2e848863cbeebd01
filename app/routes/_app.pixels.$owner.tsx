/** /pixels/[owner]: an owner's tracking pixels with their views, sorted. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AlertBell, companyPresets } from '../features/alerts/alert-bell';
import { ArtifactList } from '../features/analytics/artifact-list';
import { artifactList } from '../features/analytics/artifact-list.server';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { RangeTools } from '../features/date-range/range-tools';
import { rangeQuery, rangeSteps, rangeTitle } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { namingPixelOwner, readPixels } from '../features/pixels/pixels.server';
import { ReportTools } from '../forms/report-tools';
import { pageMeta } from '../shell/meta';
import { type ArtifactsQuery, sharedReportQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { markCacheable } from '../session/response-cache.server';
import { mayChange, shownRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import { uniqueLabels } from '../text/labels';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { formatCount } from '../ui/numbers';
import { PackageIcon } from '../ui/package-icon';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Pixels',
  description: 'Track documentation traffic without cookies.',
});

const pixelsPerPage = 50;

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let { noise = '' } = sharedReportQuery(url.searchParams);
  let [artifacts, role] = await Promise.all([readPixels(call, owner), shownRole(signedIn, owner)]).catch(
    namingPixelOwner,
  );
  let { fields, range } = await readReportRange(signedIn, url.searchParams);
  let chosen: ArtifactsQuery = { ...rangeQuery(fields), noise };
  let to = (change: ArtifactsQuery) => paths.pixels(owner, { ...chosen, ...change });
  let selection = { packages: 'none' as const, pixels: 'all' as const, withoutNoise: noise === 'hide' };
  let list = range && (await artifactList(call, owner, range, { artifacts, selection, url, perPage: pixelsPerPage }));
  let shown = list && range && { ...selection, pixels: list.lines.map(({ id }) => id), time: range.time };
  return {
    owner,
    chosen,
    fields,
    steps: rangeSteps(fields, to),
    title: rangeTitle(range),
    total: artifacts.length,
    list,
    note:
      shown && artifacts.length > 0
        ? await readCountingNote(call, owner, shown, { to: (value) => to({ noise: value }) })
        : null,
    mayChange: mayChange(role),
  };
}

export default function PixelsPage() {
  let { owner, chosen, fields, steps, title, total, list, note, mayChange } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Pixels"
        description={
          <>
            {formatCount(total, 'pixel')}.{' '}
            <Link to={paths.docs('pixels')} className="text-accent underline">
              How pixels work
            </Link>
          </>
        }
        actions={mayChange && <LinkButton to={paths.newPixel(owner)}>New pixel</LinkButton>}
      />
      {total > 0 && (
        <ReportTools
          action={paths.pixels(owner)}
          kept={{ noise: chosen.noise }}
          actions={mayChange && <AlertBell owner={owner} presets={companyPresets} />}
        >
          <RangeTools fields={fields} steps={steps} withStep={false} />
        </ReportTools>
      )}
      {total === 0 && (
        <EmptyState
          title="No pixels yet"
          icon={<PackageIcon type="pixel" decorative className="size-10" />}
          action={mayChange && <LinkButton to={paths.newPixel(owner)}>Create a pixel</LinkButton>}
        >
          Add a 1×1 image to your docs to see which pages people read, without cookies.
        </EmptyState>
      )}
      {list && total > 0 && (
        <Card title={title} flush>
          <ArtifactList
            caption="Pixels"
            counted="Views"
            people={uniqueLabels.Views}
            list={list}
            to={({ id }) => paths.dashboard(owner, { ...chosen, pixel: id })}
            last={{
              label: 'Pages',
              hiddenLabel: true,
              cell: ({ id, name }) => (
                <span className="inline-flex gap-3">
                  <Link to={paths.pixelCreated(owner, id)} className="text-accent underline">
                    Snippet<span className="sr-only"> of {name}</span>
                  </Link>
                  {mayChange && (
                    <Link to={paths.pixelEdit(owner, id)} className="text-accent underline">
                      Edit<span className="sr-only"> {name}</span>
                    </Link>
                  )}
                </span>
              ),
            }}
          />
        </Card>
      )}
      {note && <CountingNote note={note} />}
    </Stack>
  );
}
