/** /organizations/[owner]/audit: the audit log of an organization; for its owners and admins. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuditLog } from '../features/audit/audit-table';
import { readAudit } from '../features/audit/audit-log.server';
import { organizationHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireOwner } from '../session/guards.server';
import { pageNumber } from '../ui/pager';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Audit', description: 'What was changed in an organization, when and by whom.' });
export const handle = organizationHandle('Audit');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireOwner(args);
  return { owner, audit: await readAudit(call, owner, pageNumber(new URL(args.request.url))) };
}

export default function OrganizationAuditPage() {
  let { owner, audit } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="Audit" description={`What was done to ${owner}, by whom and from where.`} />
      <AuditLog audit={audit} to={(page) => paths.organizationAudit(owner, String(page))} />
    </Stack>
  );
}
