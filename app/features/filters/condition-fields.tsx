/** Field, operator and value of a condition that is added to a report. Reports load them once needed. */
import { useFetcher } from '@remix-run/react';
import { takesNoValues, type TextKey, textKeys, textOperators } from 'contract/analytics/filter-keys';
import { type ReactNode, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { inputClass } from '../../forms/field-frame';
import { Button } from '../../ui/button';
import { type ConditionTarget, conditionForm as form } from './condition-form';
import { filterKeyLabels, operatorLabels } from './filter-labels';
import type { SeenValues } from './seen-values.server';

export interface GivenCondition {
  key: TextKey | '';
  op: (typeof textOperators)[number];
  value: string;
}

interface ConditionFieldsProps extends ConditionTarget {
  given?: GivenCondition;
  seen?: SeenValues;
  error?: string | undefined;
}

const fieldClass = `${inputClass} font-normal max-sm:min-h-11`;
const none: GivenCondition = { key: '', op: 'equals', value: '' };

export function ConditionFields({ action, kept, given = none, seen = {}, error }: ConditionFieldsProps) {
  let [key, setKey] = useState<string>(given.key);
  let [op, setOp] = useState(given.op);
  let looked = useFetcher<{ seen: SeenValues }>();
  // Without scripts, a form without a value leads to its values.
  let isRequired = useHydrated();
  let look = (chosen: string) => {
    setKey(chosen);
    if (chosen) looked.load(`${action}?${new URLSearchParams({ ...kept, key: chosen }).toString()}`);
  };
  return (
    <>
      <Field label="Field">
        <select
          form={form}
          name="key"
          required
          autoComplete="off"
          defaultValue={given.key}
          onChange={({ target }) => look(target.value)}
          className={fieldClass}
        >
          <option value="">Select…</option>
          {textKeys.map((one) => (
            <option key={one} value={one}>
              {one === 'request_origin_country' ? 'Country' : filterKeyLabels[one]}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Operator">
        <select
          form={form}
          name="op"
          autoComplete="off"
          defaultValue={given.op}
          onChange={({ target }) => setOp(textOperators.find((one) => one === target.value) ?? op)}
          className={fieldClass}
        >
          {textOperators.map((one) => (
            <option key={one} value={one}>
              {operatorLabels[one]}
            </option>
          ))}
        </select>
      </Field>
      {!takesNoValues(op) && (
        <Field label="Value">
          <input
            form={form}
            name="value"
            required={isRequired}
            defaultValue={given.value}
            list="seen-values"
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'condition-error' : undefined}
            className={fieldClass}
          />
          <datalist id="seen-values">
            {(looked.data?.seen[key] ?? seen[key] ?? []).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </datalist>
        </Field>
      )}
      <noscript>Leave the value empty to choose from the most frequent ones.</noscript>
      {error && (
        <p id="condition-error" role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
      <p className="text-muted">
        Separate values with commas: any of them may match. Different fields must all match. Another operator replaces
        the condition of its field.
      </p>
      <Button form={form} type="submit" className="max-sm:min-h-11">
        Add condition
      </Button>
    </>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-sm font-medium">
      {label}
      {children}
    </label>
  );
}
