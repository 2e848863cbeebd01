/**
 * Reads a posted form, parses it by its schema, and replies with errors on its fields. Passwords
 * are never sent back.
 */
import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod';
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/api/error-answer';
import { formBytesMax } from 'contract/floor/limits';
import { z } from 'zod';
import { readApiError } from '../gateway/gateway-client.server';
import { sentence, sentenceOfIssue } from '../text/messages';
import { paths } from '../links/paths';
import { errorMessage } from '../gateway/error-message.server';
import { formFailure } from '../session/failure-toast.server';
import { openedAsField } from '../session/opened-as';
import { rejectOtherUser, secretFields } from '../session/opened-as.server';
import { formFields, readPostedForm } from './posted-form.server';

export interface RejectedForm {
  lastResult: SubmissionResult<string[]>;
}

export type FormResult<T> =
  | {
      ok: true;
      value: T;
      isPressed: boolean;
      /** 200 with the typed values and no errors, for a preview. */
      again: () => Response;
      /**
       * Turns an API error into a response with the typed values: on its field (422), or as a form
       * error with its own status. Redirects and bugs are thrown.
       */
      refuse: (thrown: unknown) => Promise<Response>;
      /** 422 with our own message on a field, or on the form for an empty name. */
      reject: (field: string, key: string) => Response;
    }
  | { ok: false; reply: Response };

export const emptyForm = z.object({});

interface ReadOptions {
  /** Limit for forms with long texts or lists. */
  bytesMax?: number;
  button?: string;
}

/**
 * A post that no page of ours sends (unknown fields, another content type, too many bytes) throws
 * 400 or 413.
 */
export async function readForm<S extends z.ZodTypeAny>(
  request: Request,
  schema: S,
  { bytesMax = formBytesMax, button }: ReadOptions = {},
): Promise<FormResult<z.output<S>>> {
  let fields = new Map(formFields(schema)).set(openedAsField, 1);
  if (button) fields.set(button, 1);
  let posted = await readPostedForm(request, fields, bytesMax);
  let isPressed = button !== undefined && posted.delete(button);
  let [opened] = posted.get(openedAsField) ?? [];
  posted.delete(openedAsField);
  rejectOtherUser(request, opened, posted);
  let submission = parseWithZod(asFormData(posted), { schema });
  let replyWith = (errors?: Record<string, string[]>, status = 422) => {
    let lastResult = submission.reply({ hideFields: secretFields, ...split(errors) });
    return json<RejectedForm>({ lastResult: worded(lastResult, errors ? sentence : sentenceOfIssue) }, { status });
  };
  if (submission.status !== 'success') return { ok: false, reply: replyWith() };
  return {
    ok: true,
    value: submission.value,
    isPressed,
    again: () => replyWith(undefined, 200),
    reject: (field, key) => replyWith({ [field]: [key] }),
    async refuse(thrown) {
      let said = await readApiError(thrown);
      if (!said || !(thrown instanceof Response)) throw thrown;
      let { status } = thrown;
      if (isAboutField(said, status)) return replyWith({ [said.field]: [errorMessage(said)] });
      let words = await formFailure(new URL(request.url).pathname, thrown);
      return replyWith({ '': [words] }, status === 403 || status === 404 || status >= 500 ? status : 422);
    },
  };
}

/** A list becomes one entry, because conform copies it for each further value. */
function asFormData(posted: ReadonlyMap<string, string[]>): FormData {
  let entries = [...posted].map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  return { get: () => null, entries: () => entries.values() } as unknown as FormData;
}

/**
 * Permission errors, 404s and failures are about the form; a missing confirmation is about the
 * password field.
 */
function isAboutField(said: ErrorAnswer, status: number): said is ErrorAnswer & { field: string } {
  if (said.field === undefined) return false;
  return said.code === 'confirmation-required' || (status < 500 && status !== 403 && status !== 404);
}

function split(errors: Record<string, string[]> | undefined) {
  if (!errors) return {};
  let { '': formErrors, ...fieldErrors } = errors;
  return { formErrors, fieldErrors };
}

function worded(result: SubmissionResult<string[]>, words: (message: string) => string): SubmissionResult<string[]> {
  if (!result.error) return result;
  // The first rule that is broken, however many are.
  let entries = Object.entries(result.error).map(([field, keys]) => [field, keys?.slice(0, 1).map(words) ?? null]);
  return { ...result, error: Object.fromEntries(entries) };
}

/** Local path only: no open redirects. */
export const NextPath = z.string().default('').transform(paths.backTo);

const NextInput = z.object({ next: NextPath });

export async function readNextPath(request: Request): Promise<string> {
  let form = await readForm(request, NextInput);
  return form.ok ? form.value.next : paths.homeRedirect();
}
