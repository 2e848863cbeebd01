/** POST …/removal: takes a correction back. GET leads to the corrections. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { companyCorrectionsApi } from 'contract/companies/company-corrections';
import { emptyForm, readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManagerRole(args);
  return redirect(paths.corrections(owner));
}

export const action = resourceAction(async (args) => {
  let { call, owner } = await requireManagerRole(args);
  await readForm(args.request, emptyForm);
  let params = { owner, correction_id: args.params.correctionId ?? '' };
  await call(companyCorrectionsApi.deleteCompanyCorrection, { params });
  return redirectWithToast(paths.corrections(owner), 'correction_taken_back');
});
