/**
 * Forms on conform: scripts check the rules before sending, otherwise the server does. Errors appear
 * on their fields, typed values are kept.
 */
import {
  type FormMetadata,
  FormProvider,
  getFormProps,
  parse,
  type SubmissionResult,
  useForm,
} from '@conform-to/react';
import type { FormProps } from '@remix-run/react';
import { refusalOf, sentenceOf } from 'contract/floor/rules';
import type { ReactNode } from 'react';
import { PostForm } from './post-form';
import type { FormRules } from '../text/field-rules';

type Values = Record<string, string | string[] | boolean | null | undefined>;

interface AppFormOptions {
  defaultValue?: Values;
  /** Required if a page has several forms. */
  id?: string;
  /** What scripts check before the form is sent. */
  rules?: FormRules;
}

type FormState = FormMetadata<Values>;

/** `lastResult` is the error response of `readForm`. */
export function useAppForm(
  lastResult: SubmissionResult<string[]> | null | undefined,
  { rules, ...options }: AppFormOptions = {},
): FormState {
  let checks = rules && {
    constraint: Object.fromEntries(
      Object.entries(rules).map(([name, { required }]) => [name, { required: required !== undefined }]),
    ),
    onValidate: checkedBy<Values>(rules),
    shouldRevalidate: 'onInput' as const,
  };
  let [form] = useForm<Values>({ ...options, ...checks, lastResult });
  return form;
}

interface AppFormProps extends Omit<FormProps, 'onSubmit' | 'id' | 'noValidate'> {
  form: FormState;
  children: ReactNode;
}

/**
 * Posts to the current page unless `action` is set. Never checked by the browser itself, whose
 * messages are not ours and name only the first field.
 */
export function AppForm({ form, children, ...rest }: AppFormProps) {
  return (
    <FormProvider context={form.context}>
      <PostForm className="flex flex-col gap-4" {...rest} {...getFormProps(form, { ariaAttributes: false })}>
        {children}
      </PostForm>
    </FormProvider>
  );
}

type Given = Record<string, unknown>;
type Errors = Record<string, string[]>;

/** The validator for `useForm`. While typing, only the edited field is checked again. */
function checkedBy<Values extends Given>(rules: FormRules) {
  return ({ formData }: { formData: FormData }) =>
    parse<Values, string[]>(formData, {
      resolve(given, intent) {
        let names = Object.keys(rules);
        if (intent?.type === 'validate') {
          let typedIn = intent.payload.name ?? '';
          return {
            error: { ...kept([...names, ...Object.keys(given)]), [typedIn]: errorOf(typedIn, rules, given) } as Errors,
          };
        }
        let refused = names.flatMap((name) => {
          let error = errorOf(name, rules, given);
          return error ? [[name, error] as const] : [];
        });
        return refused.length > 0 ? { error: Object.fromEntries(refused) } : { value: given as Values };
      },
    });
}

function errorOf(name: string, rules: FormRules, given: Given): string[] | undefined {
  let rule = rules[name];
  if (!rule || !(name in given)) return undefined;
  let code = refusalOf(rule, String(given[name] ?? ''), given);
  return code === undefined ? undefined : [sentenceOf(rule, code)];
}

/** Null keeps the last error, as conform expects. */
function kept(names: string[]): Record<string, null> {
  return Object.fromEntries(['', ...names].map((name) => [name, null]));
}
