/** The server's half of confirming a deletion by name. */
import { schemaOf } from 'contract/fields';
import { confirmName } from 'contract/rules';
import { z } from 'zod';

/**
 * A schema for `read` that is met only when the form carries exactly `expected` as `confirm_name`.
 */
export function confirmsName(expected: string) {
  return z.object({ confirm_name: schemaOf(confirmName(expected)) });
}
