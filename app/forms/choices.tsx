/** Radio cards and checkboxes, inside an AppForm. */
import { getInputProps, useField } from '@conform-to/react';
import type { ReactNode } from 'react';
import { descriptionProps, FieldError, FieldHint, type FieldText } from './field-frame';

export interface CardOption {
  value: string;
  label: string;
  description?: string;
  icon?: ReactNode;
}

interface RadioCardsProps extends FieldText {
  name: string;
  options: readonly CardOption[];
  onPick?: (value: string) => void;
}

export function RadioCards({ name, label, hint, options, onPick }: RadioCardsProps) {
  let [field] = useField<string>(name);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={hint ? field.descriptionId : undefined}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <FieldHint field={field} hint={hint} />
      <div className="flex flex-wrap gap-2">
        {options.map((option) => {
          let { key, ...input } = getInputProps(field, { type: 'radio', value: option.value });
          return (
            <label
              key={option.value}
              className="flex min-w-36 flex-1 cursor-pointer items-start gap-2 rounded-md border border-line-strong bg-surface p-3 has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                key={key}
                {...input}
                id={`${field.id}-${option.value}`}
                className="mt-1 accent-accent"
                onChange={onPick && (() => onPick(option.value))}
              />
              {option.icon}
              <span className="min-w-0">
                <span className="block font-medium">{option.label}</span>
                {option.description && <span className="block text-sm text-muted">{option.description}</span>}
              </span>
            </label>
          );
        })}
      </div>
      <FieldError field={field} />
    </fieldset>
  );
}

/** Browsers do not send unchecked boxes. */
export function CheckField({ name, label, hint }: FieldText & { name: string }) {
  let [field] = useField<boolean>(name);
  let { key, ...input } = getInputProps(field, { type: 'checkbox', ...descriptionProps(field, hint) });
  return (
    <div className="flex items-start gap-3">
      <input key={key} {...input} className="mt-1 size-4 shrink-0 accent-accent" />
      <div className="min-w-0">
        <label htmlFor={field.id} className="text-sm font-medium">
          {label}
        </label>
        <FieldHint field={field} hint={hint} />
        <FieldError field={field} />
      </div>
    </div>
  );
}
