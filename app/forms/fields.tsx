/** The fields a form is made of, by name; each stands inside an AppForm. */
import { getInputProps, getSelectProps, getTextareaProps, useField } from '@conform-to/react';
import { inShort, type Rule } from 'contract/rules';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { useUnscriptedRule } from './app-form';
import { described, FieldFrame, type FieldWords, inputClass } from './field-frame';

interface TextFieldProps
  extends
    FieldWords,
    Pick<
      InputHTMLAttributes<HTMLInputElement>,
      'autoComplete' | 'placeholder' | 'inputMode' | 'onInput' | 'readOnly' | 'spellCheck' | 'maxLength'
    > {
  name: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date';
  /** Fixed text before the input, such as `docker pull`. */
  prefix?: string;
}

/** One line of text. */
export function TextField({ name, type = 'text', label, hint, optional, prefix, ...rest }: TextFieldProps) {
  let [field] = useField<string>(name);
  let { key, ...input } = getInputProps(field, { type, ...described(field, hint) });
  let rule = wordsOf(useUnscriptedRule(name));
  let code = type === 'url' || prefix !== undefined;
  let control = (
    <input
      key={key}
      {...input}
      {...rest}
      title={input.pattern && rule}
      spellCheck={rest.spellCheck ?? (code || type === 'password' ? false : undefined)}
      autoCapitalize={type === 'text' && !code ? undefined : 'none'}
      className={prefix === undefined ? inputClass : `${inputClass} rounded-l-none font-mono`}
    />
  );
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      {prefix === undefined ? (
        control
      ) : (
        <div className="flex min-w-0">
          <span className="flex items-center rounded-l-md border border-r-0 border-line-strong bg-sunken px-3 font-mono text-sm whitespace-nowrap text-muted">
            {prefix}
          </span>
          {control}
        </div>
      )}
      <RuleWords>{rule}</RuleWords>
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextArea({ name, label, hint, optional, rows = 4 }: FieldWords & { name: string; rows?: number }) {
  let [field] = useField<string>(name);
  let { key, ...area } = getTextareaProps(field, described(field, hint));
  let rule = wordsOf(useUnscriptedRule(name));
  return (
    <FieldFrame field={field} label={label} hint={hint} optional={optional}>
      <textarea key={key} {...area} rows={rows} className={inputClass} />
      <RuleWords>{rule}</RuleWords>
    </FieldFrame>
  );
}

/** What a text must be like. */
function wordsOf(rule: Rule | undefined): string | undefined {
  return rule && inShort(rule);
}

/** Stands on the field once the browser itself finds it wrong. */
function RuleWords({ children }: { children?: string | undefined }) {
  if (!children) return null;
  return <p className="hidden text-sm font-medium text-bad group-has-user-invalid/field:block">{children}</p>;
}

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends FieldWords {
  name: string;
  options: readonly Option[];
  /** The words of the empty choice; without them there is none. */
  none?: string;
}

/** One of several choices, in a list. */
export function SelectField({ name, label, hint, optional, options, none }: SelectFieldProps) {
  let [field] = useField<string>(name);
  let { key, ...select } = getSelectProps(field, described(field, hint));
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

/** A value the person does not see. */
export function HiddenField({ name, value }: { name: string; value: string }): ReactNode {
  return <input type="hidden" name={name} value={value} />;
}
