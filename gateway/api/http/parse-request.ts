import { z } from 'zod';
import { isErrorCode } from 'contract/rules/errors';
import * as limits from 'contract/floor/limits';
import type { Route } from 'contract/rules/route';
import { ApiError } from '../../floor/calls/api-error';

/**
 * Parses a value or refuses with the code of the first broken rule, on its field; request-not-valid
 * without a code.
 */
export function parse<S extends z.ZodTypeAny>(schema: S, value: unknown): z.output<S> {
  let parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  let issue = parsed.error.issues.find((i) => isErrorCode(i.message)) ?? parsed.error.issues[0];
  let field = issue?.path.find((step) => typeof step === 'string');
  throw new ApiError(isErrorCode(issue?.message) ? issue.message : 'request-not-valid', field);
}

/** A query as an object: a repeated key is a list. Empty values are left out, as if not given. */
export function queryObject(url: URL): Record<string, string | string[]> {
  let lists = new Map<string, string[]>();
  for (let [key, value] of url.searchParams) {
    if (value === '') continue;
    let list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  }
  return Object.fromEntries(
    [...lists].map(([key, [first = '', ...more]]) => [key, more.length ? [first, ...more] : first]),
  );
}

/**
 * The JSON body; `undefined` without one. Refuses with body-too-large (without reading on), also
 * for too many values, and json-not-valid.
 */
export async function jsonBody(request: Request, valuesMax = limits.bodyValuesMax): Promise<unknown> {
  let text = await textBody(request);
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text, checkingValues(valuesMax));
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('json-not-valid');
  }
}

/**
 * Refuses too many values, and text that no store takes and no field needs: the character NUL, and half
 * a surrogate pair.
 */
function checkingValues(valuesMax: number): (key: string, value: unknown) => unknown {
  let count = 0;
  return (key, value) => {
    count += 1;
    if (count > valuesMax) throw tooLarge();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw new ApiError('request-not-valid', key.toWellFormed() || undefined);
    return value;
  };
}

/** Refuses with body-too-large. */
export async function textBody(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.bodyBytesMax) throw tooLarge();
  if (!request.body) return '';
  let decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (let chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > limits.bodyBytesMax) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(): ApiError {
  return new ApiError('body-too-large');
}

/**
 * The media type of a sent file; empty for routes that take none. Refuses with file-type-not-known.
 */
export function fileTypeOf({ fileTypes }: Route, request: Request): string {
  if (fileTypes.length === 0) return '';
  let [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  let given = type.trim().toLowerCase();
  if (!fileTypes.includes(given)) throw new ApiError('file-type-not-known');
  return given;
}
