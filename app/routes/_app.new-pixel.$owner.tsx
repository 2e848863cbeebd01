/** /new-pixel/[owner]: a new tracking pixel, optionally with a custom domain. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { longFormBytesMax } from 'contract/floor/limits';
import { domainsApi } from 'contract/packages/domains';
import { pixelsApi } from 'contract/packages/pixels';
import { NewPixelInput, readPackageChoices, requirePixelChanger } from '../features/pixels/pixels.server';
import { NewPixelForm } from '../features/pixels/pixel-forms';
import { readForm } from '../forms/read-form.server';
import { readApiError } from '../gateway/gateway-client.server';
import { ownHost } from '../gateway/gateway-origin.server';
import { secondary } from '../gateway/secondary.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'New pixel', description: 'Create a tracking pixel for your documentation.' });
export const handle: PageHandle = {
  breadcrumb: ({ params }) => [{ label: 'Pixels', to: paths.pixels(params.owner ?? '') }, { label: 'New pixel' }],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let packages = await secondary(readPackageChoices(call, owner), []);
  let wanted = new URL(args.request.url).searchParams.get('package');
  return {
    owner,
    packages,
    packageId: packages.find((choice) => choice.value === wanted)?.value ?? '',
    pointsTo: ownHost(owner),
  };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let form = await readForm(args.request, NewPixelInput, { bytesMax: longFormBytesMax });
  if (!form.ok) return form.reply;
  return dedupe(args.request, form.value, async () => {
    let { domain, ...body } = form.value;
    let pixel = await call(pixelsApi.createTrackingPixel, { params: { owner }, body }).catch(form.refuse);
    if (pixel instanceof Response) return pixel;
    let refused = domain
      ? await addDomain(call(domainsApi.createPixelDomain, { params: { owner, id: pixel.id }, body: { name: domain } }))
      : null;
    // The pixel exists: showing this form again would create a second one, so a refused domain is
    // corrected on the page of the first.
    if (refused) return redirect(paths.pixelDomains(owner, pixel.id, { domain, code: refused }), 303);
    return redirectWithToast(paths.pixelCreated(owner, pixel.id), 'pixel_created');
  });
}

/** The error code of a refused domain, or null when it was added. */
async function addDomain(adding: Promise<unknown>): Promise<string | null> {
  try {
    await adding;
    return null;
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (!said) throw thrown;
    return said.code;
  }
}

export default function NewPixelPage() {
  let { owner, packages, packageId, pointsTo } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="New pixel" description={named`Owner: ${owner}`} />
      <Card>
        <NewPixelForm packages={packages} packageId={packageId} pointsTo={pointsTo} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
