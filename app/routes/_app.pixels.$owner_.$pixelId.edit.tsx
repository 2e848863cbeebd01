/** …/edit: the edit form of a pixel, and its domains. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { longFormBytesMax } from 'contract/floor/limits';
import { domainsApi } from 'contract/packages/domains';
import { pixelsApi } from 'contract/packages/pixels';
import { readArtifactFeatures } from '../features/granted-features.server';
import { DomainsCard } from '../features/domains/domains-card';
import { customIds, readDomainStatuses } from '../features/domains/statuses.server';
import { PixelHead } from '../shell/artifact-head';
import { pixelHandle } from '../shell/breadcrumbs';
import { EditPixelInput, readPackageChoices, requirePixelChanger } from '../features/pixels/pixels.server';
import { EditPixelForm } from '../features/pixels/pixel-forms';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { sharedReportQuery } from '../links/query-parameters';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { DangerZone } from '../ui/danger-zone';
import { Stack } from '../ui/stack';
import { secondary } from '../gateway/secondary.server';

export const meta = pageMeta({ title: 'Settings of a pixel', description: 'Edit a pixel.' });
export const handle = pixelHandle('Settings');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let params = { owner, id: args.params.pixelId ?? '' };
  let [pixel, domains, packages, features] = await Promise.all([
    call(pixelsApi.getTrackingPixel, { params }),
    call(domainsApi.getPixelDomains, { params }),
    readPackageChoices(call, owner),
    secondary(readArtifactFeatures(call, owner, params.id), []),
  ]);
  return {
    pixel,
    features,
    domains,
    statuses: await readDomainStatuses(call, owner, customIds(domains)),
    packages,
    kept: sharedReportQuery(new URL(args.request.url).searchParams),
  };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let form = await readForm(args.request, EditPixelInput, { bytesMax: longFormBytesMax });
  if (!form.ok) return form.reply;
  let params = { owner, id: args.params.pixelId ?? '' };
  let saved = await call(pixelsApi.updateTrackingPixel, { params, body: form.value }).catch(form.refuse);
  if (saved instanceof Response) return saved;
  return redirectWithToast(paths.pixels(owner), 'pixel_updated');
}

export default function PixelEditPage() {
  let { pixel, features, domains, statuses, packages, kept } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  let { owner, id } = pixel;
  return (
    <Stack narrow>
      <PixelHead
        pixel={pixel}
        description={features.length > 0 && `Features: ${features.join(', ')}`}
        kept={kept}
        mayChange
      />
      <Card>
        <EditPixelForm pixel={pixel} packages={packages} lastResult={refused?.lastResult} />
      </Card>
      <DomainsCard
        owner={owner}
        domains={domains}
        statuses={statuses}
        addTo={paths.pixelDomains(owner, id)}
        removeAt={(domain) => (domain.is_default ? null : paths.pixelDomainDelete(owner, id, domain.id))}
      />
      <DangerZone to={paths.pixelDelete(owner, id)} label="Delete pixel">
        Permanently delete this pixel.
      </DangerZone>
    </Stack>
  );
}
