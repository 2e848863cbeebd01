/** A posted form, read once: parsed by the contract's rule, refused with the sentence on its field, passwords never echoed. */
import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod';
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/error-answer';
import type { z } from 'zod';
import { env } from '../env.server';
import { readRefusal } from '../gateway-client.server';
import { sentence } from '../messages';

const secretFields = [
  'password',
  'confirm_password',
  'current_password',
  'card_number',
  'card_cvc',
  'secret_access_key',
  'api_key',
];

export interface Refused {
  lastResult: SubmissionResult<string[]>;
}

export type ReadForm<T> =
  | {
      ok: true;
      value: T;
      /** The page again with what was typed and nothing refused (200), for a preview. */
      again: () => Response;
      /** Turns a gateway refusal of what was typed into a 422 reply on its field, for the action to return; 403, 404 and failures are thrown on. */
      refuse: (thrown: unknown) => Promise<Response>;
      /** A 422 reply with our own sentence on a field (empty name: the form). */
      reject: (field: string, key: string) => Response;
    }
  | { ok: false; reply: Response };

/** Reads a form post by a schema. What the person typed comes back with the reply. */
export async function read<S extends z.ZodTypeAny>(request: Request, schema: S): Promise<ReadForm<z.output<S>>> {
  let submission = parseWithZod(await request.formData(), { schema });
  let replyWith = (errors?: Record<string, string[]>, status = 422) => {
    let lastResult = submission.reply({ hideFields: secretFields, ...split(errors) });
    return json<Refused>({ lastResult: worded(lastResult) }, { status });
  };
  if (submission.status !== 'success') return { ok: false, reply: replyWith() };
  return {
    ok: true,
    value: submission.value as z.output<S>,
    again: () => replyWith(undefined, 200),
    reject: (field, key) => replyWith({ [field]: [key] }),
    async refuse(thrown) {
      let said = await readRefusal(thrown);
      if (!said || !isAboutTheForm((thrown as Response).status)) throw thrown;
      return replyWith({ [said.field ?? '']: [keyOf(said)] });
    },
  };
}

/** Spec section 8: what Stripe said is for developers. */
function keyOf({ code, message }: ErrorAnswer): string {
  return code === 'stripe-error' && !env.production ? `Stripe error: ${message}` : code;
}

/** Sign-in refuses with 401, limits with 429. */
function isAboutTheForm(status: number): boolean {
  return status < 500 && status !== 403 && status !== 404;
}

function split(errors: Record<string, string[]> | undefined) {
  if (!errors) return {};
  let { '': formErrors, ...fieldErrors } = errors;
  return { formErrors, fieldErrors };
}

function worded(result: SubmissionResult<string[]>): SubmissionResult<string[]> {
  if (!result.error) return result;
  let entries = Object.entries(result.error).map(([field, keys]) => [field, keys?.map(sentence) ?? null]);
  return { ...result, error: Object.fromEntries(entries) as SubmissionResult<string[]>['error'] };
}
