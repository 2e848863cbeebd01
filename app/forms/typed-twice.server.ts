/** The server's half of typing something twice (spec section 5). */
import { confirmPassword } from 'contract/account-rules';
import { schemaOf } from 'contract/fields';
import { refusalOf, type Rule } from 'contract/rules';
import { z } from 'zod';

/**
 * Adds to a form's schema the field `name`: required, and what its rule asks of it beside the
 * others.
 */
export function typedTwice<S extends z.AnyZodObject>(
  form: S,
  name: string,
  rule: Rule,
): z.ZodType<z.output<S>, z.ZodTypeDef, unknown> {
  return form.merge(z.object({ [name]: schemaOf({ ...rule, checks: [] }) })).superRefine((typed, issue) => {
    let message = refusalOf(rule, String(typed[name]), typed);
    if (message) issue.addIssue({ code: 'custom', path: [name], message });
  });
}

/** Adds `confirm_password`, which repeats the form's `password`. */
export function confirmedPassword<S extends z.AnyZodObject>(form: S) {
  return typedTwice(form, 'confirm_password', confirmPassword);
}
