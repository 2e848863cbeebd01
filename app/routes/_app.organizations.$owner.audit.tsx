/** The audit log of an account or an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuditLog } from '../features/audit/audit-table';
import { readAudit } from '../features/audit/audit-log.server';
import { paths } from '../links/paths';
import { requireSettings } from '../session/settings.server';
import { settingsHandle } from '../shell/breadcrumbs';
import { settingsMeta } from '../shell/meta';
import { pageNumber } from '../ui/pager';
import { Name } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = settingsMeta('Audit', 'Changes to your account.', 'Changes to an organization.');
export const handle = settingsHandle('Audit log');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, kind } = await requireSettings(args);
  return { owner, kind, audit: await readAudit(call, owner, pageNumber(new URL(args.request.url))) };
}

export default function AuditPage() {
  let { owner, kind, audit } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Audit log"
        description={<>Changes to {kind === 'user' ? 'your account' : <Name>{owner}</Name>}</>}
      />
      <AuditLog audit={audit} to={(page) => paths.settings({ owner, kind }, 'audit', { page: String(page) })} />
    </Stack>
  );
}
