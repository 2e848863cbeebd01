/**
 * Reads posted forms within limits; throws 400 or 413 beyond them. The schema lists the accepted
 * fields.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/api/error-answer';
import { z } from 'zod';
import { greatest } from 'contract/floor/extremes';

const refusals = {
  'form-not-readable': [400, 'This form could not be read. Reload the page and try again.'],
  'form-field-unknown': [400, 'This form has an unknown field. Reload the page and try again.'],
  'form-field-repeated': [400, 'Too many values in one field. Choose fewer and try again.'],
  'form-too-large': [413, 'This form is too large. Shorten it and try again.'],
} as const;

/** Rejects names that are not in `fields`, and names that occur too often. */
export async function readPostedForm(
  request: Request,
  fields: FormFields,
  bytesMax: number,
): Promise<Map<string, string[]>> {
  let values = new Map<string, string[]>();
  for (let [name, value] of await entriesOf(request, bytesMax)) {
    let max = fields.get(name);
    if (max === undefined) throw refused('form-field-unknown');
    if (typeof value !== 'string') throw refused('form-not-readable');
    let same = values.get(name);
    if (same) same.push(value);
    else values.set(name, [value]);
    if ((same?.length ?? 1) > max) throw refused('form-field-repeated');
  }
  return values;
}

async function entriesOf(request: Request, bytesMax: number): Promise<Iterable<[string, FormDataEntryValue]>> {
  let bytes = await bytesOf(request, bytesMax);
  if (bytes.byteLength === 0) return [];
  let type = request.headers.get('content-type') ?? '';
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    return new URLSearchParams(new TextDecoder().decode(bytes));
  if (!/^multipart\/form-data\s*;/i.test(type)) throw refused('form-not-readable');
  let form = new Response(bytes, { headers: { 'content-type': type } }).formData();
  return form.catch(() => {
    throw refused('form-not-readable');
  });
}

/** Drains bytes beyond the limit: on a cut connection the browser would not show the response. */
async function bytesOf({ body }: Request, max: number): Promise<Buffer<ArrayBuffer>> {
  let kept: Uint8Array[] = [];
  let size = 0;
  for await (let chunk of body ?? []) {
    size += chunk.byteLength;
    if (size <= max) kept.push(chunk);
    else kept = [];
  }
  if (size > max) throw refused('form-too-large');
  return Buffer.concat(kept);
}

function refused(code: keyof typeof refusals): Response {
  let [status, message] = refusals[code];
  return json<ErrorAnswer>({ code, message }, { status });
}

/** Maximum number of values by name. */
export type FormFields = ReadonlyMap<string, number>;

/** The fields of a schema. Flat: no names such as `a.b` or `a[0]`. */
export function formFields(schema: z.ZodTypeAny): FormFields {
  if (schema instanceof z.ZodObject) {
    let shape: z.ZodRawShape = schema.shape;
    return new Map(Object.entries(shape).map(([name, field]) => [name, valuesMax(field)]));
  }
  if (schema instanceof z.ZodIntersection) return merged([schema._def.left, schema._def.right]);
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) return merged(schema.options);
  let inner = innerOf(schema);
  if (!inner) throw new TypeError('A form needs a schema with named fields.');
  return formFields(inner);
}

function merged(schemas: readonly z.ZodTypeAny[]): FormFields {
  let all = new Map<string, number>();
  for (let [name, times] of schemas.flatMap((schema) => [...formFields(schema)]))
    all.set(name, Math.max(times, all.get(name) ?? 0));
  return all;
}

function valuesMax(field: z.ZodTypeAny): number {
  if (field instanceof z.ZodArray) {
    let max = field._def.maxLength?.value;
    if (max === undefined) throw new TypeError('A list in a form needs a maximum.');
    return max;
  }
  if (field instanceof z.ZodUnion) return greatest(field.options.map(valuesMax));
  let inner = innerOf(field);
  return inner ? valuesMax(inner) : 1;
}

/** Unwraps `optional`, `default` and the like; undefined otherwise. */
function innerOf(schema: z.ZodTypeAny): z.ZodTypeAny | undefined {
  if (schema instanceof z.ZodEffects) return schema.innerType();
  if (schema instanceof z.ZodPipeline) return schema._def.in;
  let kind = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodCatch].find((one) => schema instanceof one);
  return kind && schema instanceof kind ? schema._def.innerType : undefined;
}
