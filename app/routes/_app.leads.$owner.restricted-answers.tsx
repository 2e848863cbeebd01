/**
 * /leads/[owner]/restricted-answers: budget, deals and CRM, for owners and admins. Behind a flag.
 */
import type { SubmissionResult } from '@conform-to/react';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { leadQuestionnaireApi, RestrictedLeadAnswers } from 'contract/companies/lead-questionnaire';
import * as limits from 'contract/floor/limits';
import { textRule } from 'contract/floor/rules';
import { AppForm, useAppForm } from '../forms/app-form';
import { TextArea } from '../forms/fields';
import { FormError } from '../forms/form-error';
import { SubmitButton } from '../forms/submit';
import { requireFlag } from '../session/require-flag.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Restricted answers',
  description: 'Answers visible to owners and admins only.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' } }) => [
    { label: 'Questionnaire', to: paths.leadQuestionnaire(owner) },
    { label: 'Restricted answers' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  requireFlag('showRestrictedLeadGenerationAnswers');
  return { answers: await call(leadQuestionnaireApi.getRestrictedLeadAnswers, { params: { owner } }) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  requireFlag('showRestrictedLeadGenerationAnswers');
  let form = await readForm(args.request, RestrictedLeadAnswers);
  if (!form.ok) return form.reply;
  let saved = await call(leadQuestionnaireApi.saveRestrictedLeadAnswers, { params: { owner }, body: form.value }).catch(
    form.refuse,
  );
  return saved instanceof Response
    ? saved
    : redirectWithToast(paths.leadQuestionnaire(owner), 'restricted_answers_saved');
}

export default function RestrictedAnswersPage() {
  let { answers } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Restricted answers" description="Visible to owners and admins only." />
      <Card>
        <RestrictedForm answers={answers} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}

interface RestrictedFormProps {
  answers: RestrictedLeadAnswers;
  lastResult?: SubmissionResult<string[]>;
}

const answer = textRule(limits.descriptionMax);
const rules = { budget: answer, deal_size: answer, crm_notes: answer };

function RestrictedForm({ answers, lastResult }: RestrictedFormProps) {
  let { budget, deal_size, crm_notes } = answers;
  let form = useAppForm(lastResult, { rules, defaultValue: { budget, deal_size, crm_notes } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextArea name="budget" label="Budget" optional rows={2} hint="What such a company can spend." />
      <TextArea name="deal_size" label="Size of a deal" optional rows={2} />
      <TextArea
        name="crm_notes"
        label="Notes on your CRM"
        optional
        hint="Which fields, lists or people a lead goes to."
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
