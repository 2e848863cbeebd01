/** /new-pixel/[owner]/[pixelId]/created: the snippet to paste. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { domainsApi } from 'contract/packages/domains';
import { pixelsApi } from 'contract/packages/pixels';
import { FirstEventWatch } from '../features/live/first-event';
import { readFirstEvent } from '../features/live/first-event.server';
import { CreatedPixel } from '../features/pixels/pixel-card';
import { pixelView } from '../features/pixels/pixels.server';
import { sharedHost, tryPixel } from '../gateway/gateway-addresses';
import { gatewayOrigin } from '../gateway/gateway-origin.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { mayChange, shownRole } from '../session/roles.server';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Copy your pixel', description: 'A pixel with the code to copy.' });
export const handle: PageHandle = {
  breadcrumb: ({ params }) => [{ label: 'Pixels', to: paths.pixels(params.owner ?? '') }, { label: 'Copy your pixel' }],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let params = { owner, id: args.params.pixelId ?? '' };
  let [tracking_pixel, domains, role] = await Promise.all([
    call(pixelsApi.getTrackingPixel, { params }),
    call(domainsApi.getPixelDomains, { params }),
    shownRole(signedIn, owner),
  ]);
  let waiting = {
    url: new URL(args.request.url),
    thing: 'view' as const,
    about: { package_id: ['none'], tracking_pixel_id: [tracking_pixel.id] },
    createdAt: tracking_pixel.created_at,
    now: Date.now(),
  };
  return {
    arrival: await readFirstEvent(call, owner, waiting),
    view: pixelView({ tracking_pixel, domains }),
    tryLine: tryPixel(gatewayOrigin, tracking_pixel.id),
    unverified: domains.filter((domain) => !domain.is_verified).map((domain) => domain.name),
    pointsTo: sharedHost(gatewayOrigin, owner),
    mayChange: mayChange(role),
  };
}

export default function PixelCreatedPage() {
  let { arrival, ...created } = useLoaderData<typeof loader>();
  let { owner, id } = created.view.pixel;
  return (
    <Stack narrow>
      <PageTitle title="Copy your pixel" />
      <CreatedPixel
        {...created}
        arrival={arrival && <FirstEventWatch {...arrival} report={paths.analytics(owner, { pixel: id })} />}
      />
    </Stack>
  );
}
