/**
 * /organizations/[owner]/lead-generation: the questionnaire of an organization, and the qualified
 * leads.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { StageBadge } from '../features/companies/stages';
import { stageLabels } from '../text/labels';
import { LeadPage } from '../features/leads/lead-page';
import { readLeadPage } from '../features/leads/leads.server';
import { saveQuestionnaire } from '../features/leads/posted-questionnaire.server';
import { organizationHandle } from '../shell/breadcrumbs';
import { requireManager, requireOrganization } from '../features/organizations/require-organization.server';
import type { RejectedForm } from '../forms/read-form.server';
import { readNextStep } from '../features/analytics/next-step.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { mayChange, mayExport } from '../session/roles.server';

export const meta = pageMeta({
  title: 'Lead generation',
  description: 'Qualified leads of an organization, with a score and its reasons.',
});
export const handle = organizationHandle('Lead generation');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOrganization(args);
  let { call, owner, role } = signedIn;
  let rights = { isOrganization: true, mayChange: mayChange(role), mayExport: mayExport(role) };
  let around = { owner, stageLabels, url: new URL(args.request.url), now: Date.now() };
  let page = await readLeadPage(call, { ...around, ...rights });
  return { ...page, next: page.total === 0 ? await readNextStep(signedIn, owner) : null };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManager(args);
  return saveQuestionnaire(args.request, call, owner, paths.organizationLeadGeneration(owner));
}

export default function OrganizationLeadGenerationPage() {
  let page = useLoaderData<typeof loader>();
  let refused = useActionData<RejectedForm>();
  return (
    <LeadPage
      page={page}
      to={(list) => paths.organizationLeadGeneration(page.owner, list)}
      stage={(stage) => <StageBadge stage={stage} />}
      lastResult={refused?.lastResult}
    />
  );
}
