/** Saves a filter: up to three conditions on texts, confidence, stage and bots. */
import type { SubmissionResult } from '@conform-to/react';
import { confidenceLevels, textKeys, textOperators } from 'contract/filter-keys';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { filterName } from '../../forms/rules';
import { SubmitButton } from '../../forms/submit';
import { stageLabels } from '../../labels';
import { keyWords, operatorWords } from './filter-labels';

/** Names of the rows, each a condition on a text. */
export const conditionRows = ['1', '2', '3'] as const;

const keys = textKeys.map((value) => ({ value, label: keyWords[value] }));
const operators = textOperators.map((value) => ({ value, label: operatorWords[value] }));
const levels = confidenceLevels.map((value) => ({ value, label: value }));
const stages = Object.entries(stageLabels).map(([value, label]) => ({ value, label }));
const bots = [
  { value: 'with', label: 'Include' },
  { value: 'without', label: 'Exclude' },
  { value: 'only', label: 'Only bots' },
];

export function NewFilterForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult, { rules: { name: filterName }, defaultValue: { bots: 'with' } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="name" label="Name" placeholder="Germany without curl" autoComplete="off" />
      <p className="text-sm text-muted">Separate values with commas; any may match.</p>
      <Conditions rows={conditionRows} isFilled={(row) => Boolean(form.metadata.initialValue?.[`key_${row}`])} />
      <SelectField name="confidence" label="Confidence of the company" options={levels} none="Any" optional />
      <SelectField name="stage" label="Stage of the company" options={stages} none="Any" optional />
      <SelectField name="bots" label="Suspected bots" options={bots} />
      <div>
        <SubmitButton pending="Saving …">Save filter</SubmitButton>
      </div>
    </AppForm>
  );
}

interface ConditionsProps {
  rows: readonly string[];
  /** Whether a row came back with what was chosen. */
  isFilled: (row: string) => boolean;
}

/** One condition, and below it the next, folded away until it is wanted. */
function Conditions({ rows: [row = '', ...more], isFilled }: ConditionsProps) {
  return (
    <>
      <fieldset className="grid min-w-0 gap-3 rounded-md border border-line p-3 sm:grid-cols-[1fr_1fr_2fr]">
        <legend className="px-1 text-sm font-medium">Condition {row}</legend>
        <SelectField name={`key_${row}`} label="Field" options={keys} none="Select…" optional />
        <SelectField name={`op_${row}`} label="Operator" options={operators} />
        <TextField name={`value_${row}`} label="Value" optional autoComplete="off" />
      </fieldset>
      {more.length > 0 && (
        <details open={more.some(isFilled)}>
          <summary className="w-fit cursor-pointer text-sm text-accent underline">Add condition</summary>
          <div className="mt-3 flex flex-col gap-4">
            <Conditions rows={more} isFilled={isFilled} />
          </div>
        </details>
      )}
    </>
  );
}
