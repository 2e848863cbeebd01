/** /annotations/[owner]/[annotationId]: an annotation, to change or delete it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { annotationsApi } from 'contract/analytics/annotations';
import { AnnotationForm } from '../features/annotations/annotation-form';
import { afterwards, annotatedPackages, AnnotationInput } from '../features/annotations/annotations.server';
import { readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { PostForm } from '../forms/post-form';
import { pageMeta } from '../shell/meta';
import { serverPaths } from '../links/paths.server';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Edit annotation',
  description: 'Edit or delete an annotation.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' } }) => [
    { label: 'Annotations', to: `/annotations/${encodeURIComponent(owner)}` },
    { label: 'Edit annotation' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let params = { owner, annotation_id: args.params.annotationId ?? '' };
  let [{ id, day, text, package_id, created_by }, packages] = await Promise.all([
    call(annotationsApi.getAnnotation, { params }),
    annotatedPackages(call, owner),
  ]);
  let backTo = new URL(args.request.url).searchParams.get('backTo') ?? '';
  return {
    packages,
    values: { day, text, package_id: package_id ?? '' },
    by: created_by ?? 'a former member',
    removal: serverPaths.annotationRemoval(owner, id, backTo),
  };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, AnnotationInput);
  if (!form.ok) return form.reply;
  let params = { owner, annotation_id: args.params.annotationId ?? '' };
  let saved = await call(annotationsApi.changeAnnotation, { params, body: form.value }).catch(form.refuse);
  return saved instanceof Response ? saved : redirectWithToast(afterwards(args.request, owner), 'annotation_saved');
}

export default function ChangeAnnotation() {
  let { packages, values, by, removal } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Edit annotation" description={`Added by ${by}.`} />
      <Card>
        <AnnotationForm packages={packages} values={values} lastResult={refused?.lastResult} />
      </Card>
      <PostForm action={removal}>
        <SubmitButton variant="danger-outline">Delete annotation</SubmitButton>
      </PostForm>
    </Stack>
  );
}
