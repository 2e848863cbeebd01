/** The server's half of confirming a deletion by name. */
import { z } from 'zod';

/** A schema for `read` that is met only when the form carries exactly `expected` as `confirm_name`. */
export function confirmsName(expected: string) {
  return z.object({
    confirm_name: z
      .string({ required_error: 'name_does_not_match' })
      .refine((typed) => typed.trim() === expected, 'name_does_not_match'),
  });
}
