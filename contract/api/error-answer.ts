/** The body of every refusal. */
import { z } from 'zod';

export const ErrorAnswer = z.object({
  code: z.string(),
  message: z.string(),
  /** The body or query field the refusal is about, where there is one. */
  field: z.string().optional(),
  /** With `two-factor-required`: the challenge for the second step of the sign-in. */
  challenge: z.string().optional(),
  /** With `token-scope-not-granted`: the scope that is missing. */
  scope: z.string().optional(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
