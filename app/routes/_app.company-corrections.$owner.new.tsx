/** /company-corrections/[owner]/new?of=…: the form that says whose the events of networks are. */
import type { SubmissionResult } from '@conform-to/react';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { companyCorrectionsApi } from 'contract/companies/company-corrections';
import * as limits from 'contract/floor/limits';
import { companyName } from 'contract/rules/analytics-rules';
import { companyDomain } from 'contract/rules/hosting-rules';
import { CorrectionInput, matchLine } from '../features/companies/matches.server';
import { AppForm, useAppForm } from '../forms/app-form';
import { RadioCards } from '../forms/choices';
import { TextField } from '../forms/fields';
import { FormError } from '../forms/form-error';
import { SubmitButton } from '../forms/submit';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Correct a company',
  description: 'Say which company a network belongs to.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' } }) => [
    { label: 'Corrections', to: paths.corrections(owner) },
    { label: 'Correct a company' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let of = askedIn(args.request);
  let { results } =
    of.length === 0
      ? { results: [] }
      : await call(companyCorrectionsApi.getNetworks, { params: { owner }, query: { of } });
  if (results.length === 0) throw redirect(paths.corrections(owner));
  return { owner, matches: results.map((match) => matchLine(match, owner, Date.now())) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, CorrectionInput);
  if (!form.ok) return form.reply;
  let { answer, name, domain } = form.value;
  let of = askedIn(args.request);
  let company = answer === 'none' ? null : { name, domain };
  return dedupe(args.request, form.value, async () => {
    let made = await call(companyCorrectionsApi.correctCompany, { params: { owner }, body: { of, company } }).catch(
      form.refuse,
    );
    return made instanceof Response ? made : redirectWithToast(paths.corrections(owner), 'company_corrected');
  });
}

/** What the correction is about: a part of the URL, also of the post. */
function askedIn({ url }: Request): string[] {
  return new URL(url).searchParams.getAll('of').filter(Boolean).slice(0, limits.correctedAtOnceMax);
}

export default function NewCorrection() {
  let { matches } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Correct a company" description="Applies to past and future events of the network." />
      <Card title={matches.length === 1 ? 'The network' : 'The networks'}>
        <ul className="mb-4 flex flex-col gap-2 text-sm">
          {matches.map(({ of, network, why }) => (
            <li key={of} className="break-words">
              {network}
              <span className="block text-xs text-muted">{why}</span>
            </li>
          ))}
        </ul>
        <CorrectionForm lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}

const answers = [
  { value: 'company', label: 'This company', description: 'Enter its name, its domain or both.' },
  { value: 'none', label: 'No company', description: 'Don’t count as a company' },
];

function CorrectionForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult, {
    rules: { name: companyName, domain: companyDomain },
    defaultValue: { answer: 'company' },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <RadioCards name="answer" label="Assign to" options={answers} />
      <TextField name="name" label="Name of the company" placeholder="Acme" autoComplete="off" optional />
      <TextField
        name="domain"
        label="Domain of the company"
        placeholder="acme.example"
        autoComplete="off"
        spellCheck={false}
        optional
        hint="The events join a company that has this domain already."
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
