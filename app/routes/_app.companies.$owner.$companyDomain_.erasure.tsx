/** …/erasure: erases what an owner knows about a company once its name was typed. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { erasureApi } from 'contract/exports/erasure';
import { companyHandle } from '../shell/breadcrumbs';
import { ConfirmByName } from '../forms/confirm';
import { readForm } from '../forms/read-form.server';
import { confirmNameInput } from '../forms/confirm-field.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import { deletionNotice } from '../features/retention/deletion-notice.server';
import { AlertBox } from '../ui/alert';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Erase ${params.companyDomain ?? 'company'}`,
  description: 'Erase everything that is known about a company.',
}));
export const handle = companyHandle('Erase');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let company = args.params.companyDomain ?? '';
  let stored = await call(erasureApi.getStoredCompanyEvents, { params: { owner, domain: company } });
  return { company, events: await deletionNotice('Its', Promise.resolve(stored)) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let domain = args.params.companyDomain ?? '';
  let form = await readForm(args.request, confirmNameInput(domain));
  if (!form.ok) return form.reply;
  let answer = await call(erasureApi.eraseCompany, { params: { owner, domain } }).catch(form.refuse);
  return answer instanceof Response ? answer : redirectWithToast(paths.analytics(owner), 'company_erased');
}

export default function CompanyErasurePage() {
  let { company, events } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Erase ${company}`} />
      <Card>
        <div className="flex flex-col gap-4">
          <AlertBox variant="warning" title="This is permanent.">
            {events} We also delete its first date, its stages and its data from a data provider, and all counts become
            lower. Later events are counted as those of a new company. Exported files stay where they are.
          </AlertBox>
          <ConfirmByName
            expected={company}
            button="Erase company"
            pending="Erasing …"
            lastResult={refused?.lastResult}
          />
        </div>
      </Card>
    </Stack>
  );
}
