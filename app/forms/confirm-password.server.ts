/** The server's half of typing a new password twice (spec section 5). */
import { confirmPassword } from 'contract/account-rules';
import { schemaOf } from 'contract/fields';
import { refusalOf } from 'contract/rules';
import { z } from 'zod';

const Confirmed = z.object({ confirm_password: schemaOf({ ...confirmPassword, checks: [] }) });

/** Adds `confirm_password` to a form's schema: required, and the same as its `password`. */
export function confirmedPassword<S extends z.AnyZodObject>(form: S): z.ZodType<z.output<S>, z.ZodTypeDef, unknown> {
  return form.merge(Confirmed).superRefine((typed, issue) => {
    let message = refusalOf(confirmPassword, String(typed.confirm_password), typed);
    if (message) issue.addIssue({ code: 'custom', path: ['confirm_password'], message });
  });
}
