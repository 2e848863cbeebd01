/** Form fields by name, inside an AppForm. */
import { getInputProps, getSelectProps, getTextareaProps, useField } from '@conform-to/react';
import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { descriptionProps, FieldFrame, type FieldText, inputClass } from './field-frame';
import { Name } from '../ui/name';

interface TextFieldProps
  extends
    FieldText,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      'autoComplete' | 'placeholder' | 'inputMode' | 'list' | 'onInput' | 'readOnly' | 'spellCheck' | 'maxLength'
    > {
  name: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date';
  /** Fixed text before the input, such as `docker pull`. */
  prefix?: string;
}

export function TextField({ name, type = 'text', label, hint, optional, prefix, ...rest }: TextFieldProps) {
  let [field] = useField<string>(name);
  let { key, ...input } = getInputProps(field, { type, ...descriptionProps(field, hint) });
  let code = type === 'url' || prefix !== undefined;
  let isSecret = type === 'password';
  let [isShown, setShown] = useState(false);
  let hasSwitch = useHydrated() && isSecret;
  let control = (
    <input
      key={key}
      {...input}
      {...rest}
      type={isShown ? 'text' : type}
      spellCheck={rest.spellCheck ?? (code || isSecret ? false : undefined)}
      autoCapitalize={type === 'text' && !code ? undefined : 'none'}
      className={inputClass + (prefix !== undefined ? ' rounded-l-none font-mono' : hasSwitch ? ' pr-16' : '')}
    />
  );
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      {prefix !== undefined ? (
        <div className="flex min-w-0">
          <span className="flex items-center rounded-l-md border border-r-0 border-line-strong bg-sunken px-3 font-mono text-sm whitespace-nowrap text-muted">
            {prefix}
          </span>
          {control}
        </div>
      ) : isSecret ? (
        <div className="relative flex">
          {control}
          {hasSwitch && (
            <button
              type="button"
              onClick={() => setShown(!isShown)}
              className="absolute inset-y-0 right-0 cursor-pointer rounded-md px-3 text-sm text-muted underline"
            >
              <span>{isShown ? 'Hide' : 'Show'}</span>
              <span className="sr-only"> what is typed</span>
            </button>
          )}
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  );
}

export function TextArea({ name, label, hint, optional, rows = 4 }: FieldText & { name: string; rows?: number }) {
  let [field] = useField<string>(name);
  let { key, ...area } = getTextareaProps(field, descriptionProps(field, hint));
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      <textarea key={key} {...area} rows={rows} className={inputClass} />
    </FieldFrame>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends FieldText {
  name: string;
  options: readonly Option[];
  /** Label of the empty option, if there is one. */
  none?: string;
}

export function SelectField({ name, label, hint, optional, options, none }: SelectFieldProps) {
  let [field] = useField<string>(name);
  let { key, ...select } = getSelectProps(field, descriptionProps(field, hint));
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      <select key={key} {...select} className={inputClass}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function HiddenField({ name, value }: { name: string; value: string }): ReactNode {
  return <input type="hidden" name={name} value={value} />;
}

interface DomainFieldProps {
  name: string;
  label: string;
  placeholder: string;
  optional?: boolean;
  pointsTo: string;
}

export function DomainField({ pointsTo, ...rest }: DomainFieldProps) {
  return (
    <TextField
      {...rest}
      autoComplete="off"
      spellCheck={false}
      hint={
        <>
          Your own domain. Point a CNAME at <Name>{pointsTo}</Name>; we start using it once verified.
        </>
      }
    />
  );
}
