/**
 * Server-side check of values that are typed twice (spec section 5): a password, or the name of
 * what is deleted.
 */
import { confirmPassword } from 'contract/rules/account-rules';
import { schemaOf } from 'contract/rules/fields';
import { confirmName, refusalOf, type Rule } from 'contract/floor/rules';
import { z } from 'zod';

export function withConfirmField<S extends z.AnyZodObject>(
  form: S,
  name: string,
  rule: Rule,
): z.ZodType<z.output<S>, z.ZodTypeDef, unknown> {
  return form.merge(z.object({ [name]: schemaOf({ ...rule, checks: [] }) })).superRefine((typed, issue) => {
    let message = refusalOf(rule, String(typed[name]), typed);
    if (message) issue.addIssue({ code: 'custom', path: [name], message });
  });
}

export function withConfirmPassword<S extends z.AnyZodObject>(form: S) {
  return withConfirmField(form, 'confirm_password', confirmPassword);
}

/** Accepts only `expected` as `confirm_name`. */
export function confirmNameInput(expected: string) {
  return z.object({ confirm_name: schemaOf(confirmName(expected)) });
}
