/** /pixels/[owner]: an owner's tracking pixels. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { counted } from '../ui/numbers';
import { PixelCard } from '../features/pixels/pixel-card';
import { namingPixelOwner, readPixels } from '../features/pixels/pixels.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { mayChange, ownerRole } from '../roles.server';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page';
import { LinkButton } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { PackageIcon } from '../ui/package-icon';
import { PageTitle } from '../ui/page-title';
import { pageNumber, Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Pixels',
  description: 'The tracking pixels of an owner, with the code to copy and their views.',
});
export const handle: PageHandle = { breadcrumb: () => [{ label: 'Pixels' }] };

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let page = pageNumber(new URL(args.request.url));
  let [pixels, role] = await Promise.all([readPixels(call, owner, page), ownerRole(signedIn, owner)]).catch(
    namingPixelOwner,
  );
  return { owner, ...pixels, mayChange: mayChange(role) };
}

export default function PixelsPage() {
  let { owner, total, page, pages, cards, mayChange } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Pixels"
        description={counted(total, 'Pixel')}
        actions={mayChange && <LinkButton to={paths.newPixel(owner)}>+ New Pixel</LinkButton>}
      />
      {cards.length === 0 && (
        <EmptyState
          title={page > 1 ? 'There is nothing on this page.' : 'No pixels yet'}
          icon={<PackageIcon type="pixel" decorative className="size-10" />}
          action={mayChange && <LinkButton to={paths.newPixel(owner)}>Create a pixel</LinkButton>}
        >
          A pixel is a 1×1 image, without cookies, for the pages of your documentation. It shows which pages are read,
          and by whom.
        </EmptyState>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        {cards.map((card) => (
          <PixelCard key={card.pixel.id} {...card} mayChange={mayChange} />
        ))}
      </div>
      <Pager page={page} pages={pages} to={(n) => paths.pixels(owner, String(n))} />
    </Stack>
  );
}
