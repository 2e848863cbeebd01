/** /annotations/[owner]/new?day=…&package=…: the form of an annotation. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { annotationsApi } from 'contract/analytics/annotations';
import { dayOf } from 'contract/floor/time';
import { AnnotationForm } from '../features/annotations/annotation-form';
import { afterwards, annotatedPackages, AnnotationInput } from '../features/annotations/annotations.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';
import { secondary } from '../gateway/secondary.server';

export const meta = pageMeta({
  title: 'Add annotation',
  description: 'Add a note to your charts.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' } }) => [
    { label: 'Annotations', to: `/annotations/${encodeURIComponent(owner)}` },
    { label: 'Add annotation' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let query = new URL(args.request.url).searchParams;
  let values = { day: query.get('day') || dayOf(Date.now()), text: '', package_id: query.get('package') ?? '' };
  return { packages: await secondary(annotatedPackages(call, owner), []), values };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, AnnotationInput);
  if (!form.ok) return form.reply;
  return dedupe(args.request, form.value, async () => {
    let made = await call(annotationsApi.createAnnotation, { params: { owner }, body: form.value }).catch(form.refuse);
    return made instanceof Response ? made : redirectWithToast(afterwards(args.request, owner), 'annotation_saved');
  });
}

export default function NewAnnotation() {
  let { packages, values } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Add annotation" description="Add a note to your charts." />
      <Card>
        <AnnotationForm packages={packages} values={values} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
