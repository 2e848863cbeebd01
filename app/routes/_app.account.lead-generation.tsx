/** /account/lead-generation: the questionnaire of a person, and the qualified leads. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountHandle } from '../shell/breadcrumbs';
import { requireAccount } from '../features/account/require-account.server';
import { StageBadge } from '../features/companies/stages';
import { stageLabels } from '../text/labels';
import { LeadPage } from '../features/leads/lead-page';
import { readLeadPage } from '../features/leads/leads.server';
import { saveQuestionnaire } from '../features/leads/posted-questionnaire.server';
import type { RejectedForm } from '../forms/read-form.server';
import { readNextStep } from '../features/analytics/next-step.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';

export const meta = pageMeta({
  title: 'Lead generation',
  description: 'Qualified leads for your own packages, with a score and its reasons.',
});
export const handle = accountHandle('Lead generation');

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireAccount(args);
  let { call, username } = signedIn;
  let rights = { isOrganization: false, mayChange: true, mayExport: true };
  let around = { owner: username, stageLabels, url: new URL(args.request.url), now: Date.now() };
  let page = await readLeadPage(call, { ...around, ...rights });
  return { ...page, next: page.total === 0 ? await readNextStep(signedIn, username) : null };
}

export async function action(args: ActionFunctionArgs) {
  let { call, username } = await requireAccount(args);
  return saveQuestionnaire(args.request, call, username, paths.accountLeadGeneration());
}

export default function AccountLeadGenerationPage() {
  let refused = useActionData<RejectedForm>();
  return (
    <LeadPage
      page={useLoaderData<typeof loader>()}
      to={paths.accountLeadGeneration}
      stage={(stage) => <StageBadge stage={stage} />}
      lastResult={refused?.lastResult}
    />
  );
}
