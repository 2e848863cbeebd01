/** The qualified leads of an account or an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AlertBell, companyPresets } from '../features/alerts/alert-bell';
import { StageBadge } from '../features/companies/stages';
import { readNextStep } from '../features/analytics/next-step.server';
import { LeadPage } from '../features/leads/lead-page';
import { readLeadPage } from '../features/leads/leads.server';
import { mayChange, mayExport } from '../session/roles.server';
import { requireSettingsRole } from '../session/settings.server';
import { settingsMeta } from '../shell/meta';
import { secondary } from '../gateway/secondary.server';

export const meta = settingsMeta(
  'Leads',
  'Companies that use your packages and match your profile.',
  'Companies that use an organization’s packages and match its profile.',
);

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'members');
  let { call, owner, kind, role } = settings;
  let rights = { mayChange: mayChange(role), mayExport: mayExport(role) };
  let around = { owner, url: new URL(args.request.url), now: Date.now() };
  let page = await readLeadPage(call, { ...around, ...rights });
  return { ...page, kind, next: page.total === 0 ? await secondary(readNextStep(settings, owner), null) : null };
}

export default function OwnerLeadPage() {
  let page = useLoaderData<typeof loader>();
  return (
    <LeadPage
      page={page}
      stage={(stage) => <StageBadge stage={stage} />}
      bell={page.mayChange && <AlertBell owner={page.owner} presets={companyPresets} />}
    />
  );
}
