/** Checks a form in the browser before it is sent, by the same rules as the server. */
import { parse } from '@conform-to/react';
import { refusalOf, sentenceOf } from 'contract/rules';
import type { FormRules } from './rules';

type Given = Record<string, unknown>;
type Errors = Record<string, string[]>;

/**
 * Gives what `useForm` calls with the form's data. While somebody types, only the field they type
 * in is judged anew.
 */
export function checkedBy<Values extends Given>(rules: FormRules) {
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

/** Null leaves what a field, or the whole form, was last refused with. */
function kept(names: string[]): Record<string, null> {
  return Object.fromEntries(['', ...names].map((name) => [name, null]));
}
