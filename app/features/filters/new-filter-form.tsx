/** Form of a saved filter, with suggested values. */
import { type SubmissionResult, useField } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { confidenceLevels, textKeys, textOperators } from 'contract/analytics/filter-keys';
import type { FilterMatches } from 'contract/analytics/filters';
import type { FormEvent } from 'react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { stageLabels } from '../../text/labels';
import { formatCount, formatInteger } from '../../ui/numbers';
import { filterKeyLabels, operatorLabels } from './filter-labels';
import type { SeenValues } from './seen-values.server';

/** Rows, each a text condition. */
export const conditionRows = ['1', '2', '3', '4', '5', '6'] as const;

const keys = textKeys.map((value) => ({ value, label: filterKeyLabels[value] }));
const operators = textOperators.map((value) => ({ value, label: operatorLabels[value] }));
const levels = confidenceLevels.map((value) => ({ value, label: value }));
const stages = Object.entries(stageLabels).map(([value, label]) => ({ value, label }));
const bots = [
  { value: 'with', label: 'Include' },
  { value: 'without', label: 'Exclude' },
  { value: 'only', label: 'Only bots' },
];

interface NewFilterHelp {
  /** Suggestions link here, `?field=…`. */
  page: string;
  seen: SeenValues;
  matches?: FilterMatches | null;
}

interface NewFilterFormProps extends NewFilterHelp {
  lastResult?: SubmissionResult<string[]>;
}

/**
 * Checked by the server only: preview and "one more row" need neither a name nor complete
 * conditions.
 */
export function NewFilterForm({ lastResult, matches, ...help }: NewFilterFormProps) {
  let form = useAppForm(lastResult, { defaultValue: { bots: 'with' } });
  let rows = shownRows(lastResult?.initialValue ?? {});
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="name" label="Name" placeholder="Germany without curl" autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField name="confidence" label="Company confidence" options={levels} none="Any" />
        <SelectField name="stage" label="Company stage" options={stages} none="Any" />
        <SelectField name="bots" label="Suspected bots" options={bots} />
      </div>
      {rows.map((row) => (
        <Condition key={row} row={row} {...help} />
      ))}
      <p className="text-sm text-muted">Separate values with commas. Quote values that contain commas.</p>
      {matches && <Matches {...matches} />}
      <div className="flex flex-wrap gap-2">
        <SubmitButton pending="Sending …">Save filter</SubmitButton>
        <SubmitButton variant="outline" name="press" value="preview">
          Preview
        </SubmitButton>
        {rows.length < conditionRows.length && (
          <SubmitButton variant="outline" name="press" value="add">
            Add condition
          </SubmitButton>
        )}
      </div>
    </AppForm>
  );
}

/** Up to the last non-empty row, and one more on request. */
function shownRows(given: Record<string, unknown>): readonly string[] {
  let filled = conditionRows.findLastIndex((row) => given[`key_${row}`] || given[`value_${row}`]) + 1;
  return conditionRows.slice(0, Math.max(1, given.press === 'add' ? filled + 1 : filled));
}

interface ConditionProps extends NewFilterHelp {
  row: string;
}

/** Suggestions appear once its field is chosen. */
function Condition({ row, page, seen }: ConditionProps) {
  let [{ value: chosen }] = useField<string>(`key_${row}`);
  let looked = useFetcher<{ seen: SeenValues }>();
  let values = (chosen && (looked.data?.seen[chosen] ?? seen[chosen])) || [];
  let look = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLSelectElement) || target.name !== `key_${row}` || !target.value) return;
    looked.load(`${page}?field=${encodeURIComponent(target.value)}`);
  };
  return (
    <fieldset
      onChange={look}
      className="grid min-w-0 gap-3 rounded-md border border-line p-3 sm:grid-cols-[1fr_1fr_2fr]"
    >
      <legend className="px-1 text-sm font-medium">Condition {row}</legend>
      <SelectField name={`key_${row}`} label="Field" options={keys} none="Select…" />
      <SelectField name={`op_${row}`} label="Operator" options={operators} />
      <TextField name={`value_${row}`} label="Value" autoComplete="off" list={`seen_${row}`} />
      <datalist id={`seen_${row}`}>
        {values.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </fieldset>
  );
}

function Matches({ matched, total }: FilterMatches) {
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2 text-sm">
      {total === 0 ? (
        'No events in the last 30 days.'
      ) : (
        <>
          Matches <b className="tabular-nums">{formatInteger(matched)}</b> of {formatCount(total, 'event')} in the last
          30 days.
        </>
      )}
    </p>
  );
}
