/**
 * Forms on conform: rules are checked before sending, server errors appear on their fields, typed
 * values are kept, and everything works without scripts.
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
import { constraintsOf, inShort, refusalOf, sentenceOf } from 'contract/shared/rules';
import { createContext, type ReactNode, useContext } from 'react';
import { PostForm } from './post-form';
import type { FormRules } from '../text/field-rules';

type Values = Record<string, string | string[] | boolean | null | undefined>;

interface AppFormOptions {
  defaultValue?: Values;
  /** Required if a page has several forms. */
  id?: string;
  /** Checked by the browser without scripts, and on the field with scripts. */
  rules?: FormRules;
}

interface FormState {
  metadata: FormMetadata<Values>;
  rules: FormRules | undefined;
}

const noRules: FormRules = {};
const RulesContext = createContext(noRules);

/** `lastResult` is the error response of `readForm`. */
export function useAppForm(
  lastResult: SubmissionResult<string[]> | null | undefined,
  { rules, ...options }: AppFormOptions = {},
): FormState {
  let checks = rules && {
    constraint: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, constraintsOf(rule)])),
    onValidate: checkedBy<Values>(rules),
    shouldRevalidate: 'onInput' as const,
  };
  let [metadata] = useForm<Values>({ ...options, ...checks, lastResult, defaultNoValidate: false });
  return { metadata, rules };
}

/** The rule's message until a script checks the field; empty afterwards. */
export function useRuleMessage(name: string): string {
  let rule = useContext(RulesContext)[name];
  return rule ? inShort(rule) : '';
}

interface AppFormProps extends Omit<FormProps, 'onSubmit' | 'id' | 'noValidate'> {
  form: FormState;
  children: ReactNode;
}

/** Posts to the current page unless `action` is set. */
export function AppForm({ form: { metadata, rules }, children, ...rest }: AppFormProps) {
  return (
    <FormProvider context={metadata.context}>
      <RulesContext.Provider value={metadata.noValidate ? noRules : (rules ?? noRules)}>
        <PostForm className="flex flex-col gap-4" {...rest} {...getFormProps(metadata, { ariaAttributes: false })}>
          {children}
        </PostForm>
      </RulesContext.Provider>
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
