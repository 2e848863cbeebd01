/** /admin/audit: the audit log of the installation. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { FindForm } from '../features/admin/lists';
import { AuditLog } from '../features/audit/audit-table';
import { readInstallationAudit } from '../features/audit/audit-log.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireAdmin } from '../session/guards.server';
import { PageTitle } from '../ui/page-title';
import { pageNumber } from '../ui/pager';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Audit',
  description: 'What was changed on this installation, when and by whom, for platform admins.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireAdmin(args);
  let url = new URL(args.request.url);
  let about = (url.searchParams.get('about') ?? '').trim().slice(0, limits.nameMax);
  return { about, audit: await readInstallationAudit(call, about, pageNumber(url)) };
}

export default function AdminAuditPage() {
  let { about, audit } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="Audit" description="Changes of all accounts, newest first." />
      <FindForm name="about" label="Name of a person or organization" value={about} maxLength={limits.nameMax} />
      <AuditLog audit={audit} to={(page) => paths.adminAudit({ about, page: String(page) })} withOwner />
    </Stack>
  );
}
