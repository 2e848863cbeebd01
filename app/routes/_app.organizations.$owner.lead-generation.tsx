/** The qualified leads of an account or an organization, and its questionnaire. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { AlertBell, companyPresets } from '../features/alerts/alert-bell';
import { StageBadge } from '../features/companies/stages';
import { readNextStep } from '../features/analytics/next-step.server';
import { saveQuestionnaire } from '../features/leads/posted-questionnaire.server';
import { LeadPage } from '../features/leads/lead-page';
import { readLeadPage } from '../features/leads/leads.server';
import type { RejectedForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { mayChange, mayExport } from '../session/roles.server';
import { requireSettingsRole } from '../session/settings.server';
import { settingsMeta } from '../shell/meta';
import { stageLabels } from '../text/labels';
import { secondary } from '../gateway/secondary.server';

export const meta = settingsMeta(
  'Leads',
  'Companies that use your packages and match your profile.',
  'Companies that use an organization’s packages and match its profile.',
);

export async function loader(args: LoaderFunctionArgs) {
  let settings = await requireSettingsRole(args, 'members');
  let { call, owner, kind, role } = settings;
  let rights = { isOrganization: kind === 'organization', mayChange: mayChange(role), mayExport: mayExport(role) };
  let around = { owner, stageLabels, url: new URL(args.request.url), now: Date.now() };
  let page = await readLeadPage(call, { ...around, ...rights });
  return { ...page, kind, next: page.total === 0 ? await secondary(readNextStep(settings, owner), null) : null };
}

export async function action(args: ActionFunctionArgs) {
  let settings = await requireSettingsRole(args, 'managers');
  return saveQuestionnaire(args.request, settings.call, settings.owner, paths.settings(settings, 'lead-generation'));
}

export default function OwnerLeadPage() {
  let page = useLoaderData<typeof loader>();
  let refused = useActionData<RejectedForm>();
  return (
    <LeadPage
      page={page}
      to={(list) => paths.settings(page, 'lead-generation', list)}
      stage={(stage) => <StageBadge stage={stage} />}
      bell={page.mayChange && <AlertBell owner={page.owner} presets={companyPresets} />}
      lastResult={refused?.lastResult}
    />
  );
}
