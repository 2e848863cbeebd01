/** The server's half of typing a new password twice (spec section 5). */
import { z } from 'zod';

const required = 'confirm_password_is_required';
const Confirmed = z.object({ confirm_password: z.string({ required_error: required }).min(1, required) });

/** Adds `confirm_password` to a form's schema: required, and the same as its `password`. */
export function confirmedPassword<S extends z.AnyZodObject>(form: S): z.ZodType<z.output<S>, z.ZodTypeDef, unknown> {
  return form.merge(Confirmed).superRefine((typed, issue) => {
    if (typed.confirm_password && typed.password !== typed.confirm_password)
      issue.addIssue({ code: 'custom', path: ['confirm_password'], message: 'confirm_password_must_match' });
  });
}
