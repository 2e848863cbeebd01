/** /account/audit: the audit log of an account. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { accountHandle } from '../shell/breadcrumbs';
import { requireAccount } from '../features/account/require-account.server';
import { AuditLog } from '../features/audit/audit-table';
import { readAudit } from '../features/audit/audit-log.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { pageNumber } from '../ui/pager';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Audit', description: 'What was changed in your account, when and by whom.' });
export const handle = accountHandle('Audit');

export async function loader(args: LoaderFunctionArgs) {
  let { call, username } = await requireAccount(args);
  return { audit: await readAudit(call, username, pageNumber(new URL(args.request.url))) };
}

export default function AccountAuditPage() {
  let { audit } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="Audit" description="What was done to your account, by whom and from where." />
      <AuditLog audit={audit} to={(page) => paths.accountAudit(String(page))} />
    </Stack>
  );
}
