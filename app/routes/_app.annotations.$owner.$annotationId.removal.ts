/** POST …/removal: deletes an annotation. GET leads to the annotation. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { annotationsApi } from 'contract/analytics/annotations';
import { afterwards } from '../features/annotations/annotations.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManagerRole(args);
  return redirect(serverPaths.annotation(owner, args.params.annotationId ?? ''));
}

export const action = resourceAction(async (args) => {
  let { call, owner } = await requireManagerRole(args);
  await readForm(args.request, emptyForm);
  await call(annotationsApi.deleteAnnotation, { params: { owner, annotation_id: args.params.annotationId ?? '' } });
  return redirectWithToast(afterwards(args.request, owner), 'annotation_deleted');
});
