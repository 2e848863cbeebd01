import { type SubmissionResult, useField } from '@conform-to/react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { FieldError, FieldHint, type FieldText } from '../../forms/field-frame';
import { type Option, SelectField, TextArea, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { Card } from '../../ui/card';
import type { QuestionnairePageData } from './questionnaire.server';

interface QuestionnaireFormProps {
  page: Pick<QuestionnairePageData, 'values' | 'choices' | 'stages'> & { isOrganization: boolean };
  lastResult?: SubmissionResult<string[]>;
}

const confidences = [
  { value: 'any', label: 'Any' },
  { value: 'medium', label: 'Medium or high' },
  { value: 'high', label: 'High' },
];

const numbers = [1, 2, 3, 4, 5];

export function QuestionnaireForm({ page, lastResult }: QuestionnaireFormProps) {
  let { values, choices, stages } = page;
  let form = useAppForm(lastResult, { id: 'questionnaire', defaultValue: values });
  let refused = Object.keys(lastResult?.error ?? {});
  return (
    <AppForm form={form} preventScrollReset>
      <FormError />
      <Card
        title="Ideal customer"
        description="Leave a field empty to accept any value. Companies outside your criteria are excluded."
      >
        <div className="grid gap-4 lg:grid-cols-2">
          <Answers
            name="company_sizes"
            label="Company sizes"
            hint="Employees, such as 11-50 or 1000+, comma-separated."
            options={choices?.company_sizes}
          />
          <Answers name="industries" label="Industries" hint="Comma-separated." options={choices?.industries} />
          <TextField
            name="countries"
            label="Countries"
            optional
            autoComplete="off"
            hint="English names or two-letter codes, comma-separated."
          />
          <TextField
            name="technologies"
            label="Technologies"
            optional
            autoComplete="off"
            hint="Your packages, package types, or known technologies"
          />
          <TextArea
            name="excluded_domains"
            label="Excluded domains"
            optional
            rows={3}
            hint="Subdomains are excluded too."
          />
        </div>
      </Card>
      <Card title="Buyer personas" description="Who you want to reach. Shown above your leads.">
        <div className="flex flex-col gap-2">
          {numbers.map((number) => (
            <PersonaFields key={number} number={number} values={values} choices={choices} refused={refused} />
          ))}
        </div>
      </Card>
      <Card title="Lead criteria" description="A lead meets every criterion.">
        <div className="grid gap-4 lg:grid-cols-2">
          <CheckGroup name="stages" label="Stages" options={stages} />
          <SelectField name="min_confidence" label="Confidence of the match" options={confidences} />
          <TextField
            name="active_days"
            label="Seen in the last … days"
            inputMode="numeric"
            autoComplete="off"
            hint="Between 1 and 366."
          />
          <TextField
            name="min_events"
            label="Downloads and views, at least"
            inputMode="numeric"
            autoComplete="off"
            hint="In these days."
          />
        </div>
      </Card>
      <Card title="Weekly list" description="Mondays at 08:00 UTC, if there are leads. Sent to verified emails only.">
        <SelectField name="report_to" label="Recipients" options={readersOf(page.isOrganization)} />
      </Card>
      <div>
        <SubmitButton pending="Saving …">Save questionnaire</SubmitButton>
      </div>
    </AppForm>
  );
}

function readersOf(isOrganization: boolean): Option[] {
  let nobody = { value: 'nobody', label: 'None' };
  if (!isOrganization) return [nobody, { value: 'owners', label: 'I do' }];
  return [nobody, { value: 'owners', label: 'Owners' }, { value: 'admins', label: 'Owners and admins' }];
}

interface PersonaFieldsProps {
  number: number;
  values: QuestionnairePageData['values'];
  choices: QuestionnairePageData['choices'];
  refused: readonly string[];
}

/** Collapsed while empty. */
function PersonaFields({ number, values, choices, refused }: PersonaFieldsProps) {
  let prefix = `persona_${number}_`;
  let title = [values[`${prefix}titles`] ?? []].flat().join(', ');
  let isKept = Object.keys(values).some((name) => name.startsWith(prefix));
  let isOpen = refused.some((name) => name.startsWith(prefix)) || (number === 1 && !isKept);
  return (
    <details open={isOpen || undefined} className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-2 text-sm font-medium">
        Persona {number} <span className="font-normal text-muted">{isKept ? title || 'without a title' : 'empty'}</span>
      </summary>
      <div className="grid gap-4 border-t border-line p-3 lg:grid-cols-2">
        <TextField name={`${prefix}titles`} label="Job titles" optional autoComplete="off" hint="Comma-separated." />
        <Answers name={`${prefix}seniorities`} label="Seniority" options={choices?.seniorities} />
        <Answers name={`${prefix}departments`} label="Department" options={choices?.departments} />
        <TextArea name={`${prefix}notes`} label="Notes" optional rows={2} />
      </div>
    </details>
  );
}

interface AnswersProps {
  name: string;
  label: string;
  hint?: string;
  /** Checkboxes; only a text field without them. */
  options: readonly Option[] | undefined;
}

function Answers({ name, label, hint, options }: AnswersProps) {
  if (!options) return <TextField name={name} label={label} optional autoComplete="off" hint={hint} />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <CheckGroup name={`${name}_chosen`} label={label} options={options} />
      <TextField name={name} label={`${label}, others`} optional autoComplete="off" hint={hint} />
    </div>
  );
}

interface CheckGroupProps extends FieldText {
  name: string;
  options: readonly Option[];
}

function CheckGroup({ name, label, hint, options }: CheckGroupProps) {
  let [field] = useField<string[]>(name);
  let ticked = [field.initialValue ?? []].flat();
  let describedBy = [hint && field.descriptionId, field.errors?.length && field.errorId].filter(Boolean).join(' ');
  return (
    <fieldset id={field.id} className="flex min-w-0 flex-col gap-1" aria-describedby={describedBy || undefined}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <FieldHint field={field} hint={hint} />
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {options.map(({ value, label: words }) => (
          <label key={value} className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              name={field.name}
              value={value}
              defaultChecked={ticked.includes(value)}
              className="size-4 shrink-0 accent-accent"
            />
            {words}
          </label>
        ))}
      </div>
      <FieldError field={field} />
    </fieldset>
  );
}
