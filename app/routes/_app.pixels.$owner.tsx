/** /pixels/[owner]: an owner's tracking pixels. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { markCacheable } from '../session/response-cache.server';
import { formatCount } from '../ui/numbers';
import { CountingNote } from '../features/counting/counting-note';
import { readCountingNote } from '../features/counting/counting-note.server';
import { PixelCard } from '../features/pixels/pixel-card';
import { namingPixelOwner, readPixels } from '../features/pixels/pixels.server';
import { pageMeta } from '../shell/meta';
import { sharedReportQuery, paths } from '../links/paths';
import { mayChange, ownerRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { PackageIcon } from '../ui/package-icon';
import { PageTitle } from '../ui/page-title';
import { pageNumber, Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Pixels',
  description: 'Track documentation traffic without cookies.',
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  markCacheable(args.context);
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let page = pageNumber(url);
  let { noise = '' } = sharedReportQuery(url.searchParams);
  let withoutNoise = noise === 'hide';
  let [pixels, role] = await Promise.all([
    readPixels(call, owner, page, withoutNoise),
    ownerRole(signedIn, owner),
  ]).catch(namingPixelOwner);
  let shown = pixels.cards.map(({ pixel }) => pixel.id);
  let to = (value: string) => paths.pixels(owner, { page: page > 1 ? String(page) : '', noise: value });
  let numbers = { packages: 'none' as const, pixels: shown, withoutNoise };
  let note = shown.length > 0 ? await readCountingNote(call, owner, numbers, { to }) : null;
  return { owner, ...pixels, note, noise, mayChange: mayChange(role) };
}

export default function PixelsPage() {
  let { owner, total, page, pages, cards, note, noise, mayChange } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Pixels"
        description={
          <>
            {formatCount(total, 'Pixel')}.{' '}
            <Link to={paths.docs('pixels')} className="text-accent underline">
              How pixels work
            </Link>
          </>
        }
        actions={mayChange && <LinkButton to={paths.newPixel(owner)}>+ New Pixel</LinkButton>}
      />
      {cards.length === 0 && (
        <EmptyState
          title={page > 1 ? 'This page is empty.' : 'No pixels yet'}
          icon={<PackageIcon type="pixel" decorative className="size-10" />}
          action={mayChange && <LinkButton to={paths.newPixel(owner)}>Create a pixel</LinkButton>}
        >
          Add a 1×1 image to your docs to see which pages people read, without cookies.
        </EmptyState>
      )}
      {note && <CountingNote note={note} />}
      <div className="grid gap-4 lg:grid-cols-2">
        {cards.map((card) => (
          <PixelCard key={card.pixel.id} {...card} mayChange={mayChange} noise={noise} />
        ))}
      </div>
      <Pager page={page} pages={pages} to={(n) => paths.pixels(owner, { page: String(n), noise })} />
    </Stack>
  );
}
