/** POST …/removal: deletes an annotation. GET leads to the annotation. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { annotationsApi } from 'contract/analytics/annotations';
import { afterwards } from '../features/annotations/annotations.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { requireChanger } from '../session/roles.server';
import { pageLess } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireChanger(args);
  return redirect(serverPaths.annotation(owner, args.params.annotationId ?? ''));
}

export const action = pageLess(async (args) => {
  let { call, owner } = await requireChanger(args);
  await readForm(args.request, emptyForm);
  await call(annotationsApi.deleteAnnotation, { params: { owner, annotation_id: args.params.annotationId ?? '' } });
  return redirectWithToast(afterwards(args.request, owner), 'annotation_deleted');
});
