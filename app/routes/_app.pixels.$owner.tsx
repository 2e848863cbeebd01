/** /pixels/[owner]: an owner's tracking pixels with their views, sorted. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { ArtifactList } from '../features/analytics/artifact-list';
import { artifactList } from '../features/analytics/artifact-list.server';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { defaultRange } from '../features/date-range/range.server';
import { namingPixelOwner, readPixels } from '../features/pixels/pixels.server';
import { pageMeta } from '../shell/meta';
import { sharedReportQuery, paths } from '../links/paths';
import { markCacheable } from '../session/response-cache.server';
import { mayChange, ownerRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
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
  let [artifacts, role] = await Promise.all([readPixels(call, owner), ownerRole(signedIn, owner)]).catch(
    namingPixelOwner,
  );
  let selection = { packages: 'none' as const, pixels: 'all' as const, withoutNoise: noise === 'hide' };
  let range = defaultRange(Date.now());
  let list = await artifactList(call, owner, range, { artifacts, selection, url, perPage: pixelsPerPage });
  let shown = { ...selection, pixels: list.lines.map(({ id }) => id), days: range.days };
  let to = (value: string) => paths.pixels(owner, { noise: value });
  let note = list.total > 0 ? await readCountingNote(call, owner, shown, { to }) : null;
  return { owner, list, note, noise, mayChange: mayChange(role) };
}

export default function PixelsPage() {
  let { owner, list, note, noise, mayChange } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Pixels"
        description={
          <>
            {formatCount(list.total, 'pixel')}.{' '}
            <Link to={paths.docs('pixels')} className="text-accent underline">
              How pixels work
            </Link>
          </>
        }
        actions={mayChange && <LinkButton to={paths.newPixel(owner)}>New pixel</LinkButton>}
      />
      {list.total === 0 ? (
        <EmptyState
          title="No pixels yet"
          icon={<PackageIcon type="pixel" decorative className="size-10" />}
          action={mayChange && <LinkButton to={paths.newPixel(owner)}>Create a pixel</LinkButton>}
        >
          Add a 1×1 image to your docs to see which pages people read, without cookies.
        </EmptyState>
      ) : (
        <Card title="Last 30 days" flush>
          <ArtifactList
            caption="Pixels"
            counted="Views"
            people="Unique visitors"
            list={list}
            to={({ id }) => paths.analytics(owner, { pixel: id, noise })}
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
