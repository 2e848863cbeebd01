/** /leads/[owner]/questionnaire: what makes a company a lead; members read it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { LeadTabs } from '../features/leads/lead-page';
import { saveQuestionnaire } from '../features/leads/posted-questionnaire.server';
import { QuestionnaireForm } from '../features/leads/questionnaire-form';
import { readQuestionnaire } from '../features/leads/questionnaire.server';
import type { RejectedForm } from '../forms/read-form.server';
import { paths, settingsOf } from '../links/paths';
import { requireOwner } from '../session/guards.server';
import { mayChange, ownerRole, requireManagerRole } from '../session/roles.server';
import { pageMeta } from '../shell/meta';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { DateText } from '../ui/day';
import { Facts } from '../ui/description-list';

export const meta = pageMeta({
  title: 'Questionnaire',
  description: 'Your ideal customer, and what makes a company a lead.',
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner, username } = signedIn;
  let role = await ownerRole(signedIn, owner);
  return { ...(await readQuestionnaire(call, owner, mayChange(role))), of: settingsOf(owner, username) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  return saveQuestionnaire(args.request, call, owner);
}

export default function QuestionnairePage() {
  let page = useLoaderData<typeof loader>();
  let refused = useActionData<RejectedForm>();
  let { of, saved, restricted } = page;
  return (
    <LeadTabs of={of}>
      <p className="text-sm text-muted">
        {saved ? (
          <>
            Last changed <DateText iso={saved.at} /> by {saved.by}.{' '}
          </>
        ) : (
          'Not set up: scores use stage and activity only. '
        )}
        <span>{page.mayChange ? 'Changes apply immediately.' : 'Owners and admins can change it.'}</span>
      </p>
      {page.mayChange ? (
        <QuestionnaireForm
          key={saved?.at}
          page={{ ...page, isOrganization: of.kind === 'organization' }}
          lastResult={refused?.lastResult}
        />
      ) : (
        <Card title="Answers">
          <Facts facts={page.facts} />
        </Card>
      )}
      {restricted && (
        <Card
          title="Restricted answers"
          description="Visible to owners and admins only."
          actions={
            <LinkButton to={paths.restrictedAnswers(page.owner)} size="sm" variant="outline">
              Change
            </LinkButton>
          }
        >
          <Facts facts={restricted} />
        </Card>
      )}
    </LeadTabs>
  );
}
