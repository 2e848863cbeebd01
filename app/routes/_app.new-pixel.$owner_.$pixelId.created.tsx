/** /new-pixel/[owner]/[pixelId]/created: the snippet to paste. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { domainsApi } from 'contract/packages/domains';
import { pixelsApi } from 'contract/packages/pixels';
import { FirstEventWatch } from '../features/live/first-event';
import { readFirstEvent } from '../features/live/first-event.server';
import { CreatedPixel } from '../features/pixels/pixel-card';
import { pixelView } from '../features/pixels/pixels.server';
import { pixelHost, tryPixel } from '../gateway/gateway-addresses';
import { gatewayOrigin, ownHost } from '../gateway/gateway-origin.server';
import { PixelHead } from '../shell/artifact-head';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { sharedReportQuery } from '../links/query-parameters';
import { mayChange, shownRole } from '../session/roles.server';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Copy your pixel', description: 'A pixel with the code to copy.' });
export const handle: PageHandle = {
  breadcrumb: ({ params }) => [{ label: 'Pixels', to: paths.pixels(params.owner ?? '') }, { label: 'Set-up' }],
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
    host: pixelHost(gatewayOrigin),
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
    pointsTo: ownHost(owner),
    mayChange: mayChange(role),
    kept: sharedReportQuery(waiting.url.searchParams),
  };
}

export default function PixelCreatedPage() {
  let { arrival, kept, mayChange, ...created } = useLoaderData<typeof loader>();
  let { pixel } = created.view;
  let { owner, id } = pixel;
  return (
    <Stack narrow>
      <PixelHead pixel={pixel} description={pixel.short_description} kept={kept} mayChange={mayChange} />
      <CreatedPixel
        {...created}
        arrival={arrival && <FirstEventWatch {...arrival} report={paths.analytics(owner, { pixel: id })} />}
      />
    </Stack>
  );
}
