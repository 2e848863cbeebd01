/** …/delete: deletes a pixel once its name was typed. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { erasureApi } from 'contract/exports/erasure';
import { pixelsApi } from 'contract/packages/pixels';
import { pixelHandle } from '../shell/breadcrumbs';
import { ConfirmByName } from '../forms/confirm';
import { confirmNameInput } from '../forms/confirm-field.server';
import { requirePixelChanger } from '../features/pixels/pixels.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { deletionNotice } from '../features/retention/deletion-notice.server';
import { AlertBox } from '../ui/alert';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Delete pixel',
  description: 'Delete a pixel and its views.',
});
export const handle = pixelHandle('Delete');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let params = { owner, id: args.params.pixelId ?? '' };
  let { name } = await call(pixelsApi.getTrackingPixel, { params });
  return { name, events: await deletionNotice('Its', call(erasureApi.getStoredPixelEvents, { params })) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requirePixelChanger(args);
  let params = { owner, id: args.params.pixelId ?? '' };
  let { name } = await call(pixelsApi.getTrackingPixel, { params });
  let form = await readForm(args.request, confirmNameInput(name));
  if (!form.ok) return form.reply;
  let refusal = await call(pixelsApi.deleteTrackingPixel, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.pixels(owner), 'pixel_deleted');
}

export default function PixelDeletePage() {
  let { name, events } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Delete ${name}`} />
      <Card>
        <div className="flex flex-col gap-4">
          <AlertBox variant="warning" title="This is permanent.">
            Pages with this pixel still load an image, but views are no longer counted. {events}
          </AlertBox>
          <ConfirmByName expected={name} button="Delete pixel" lastResult={refused?.lastResult} />
        </div>
      </Card>
    </Stack>
  );
}
