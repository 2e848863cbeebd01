/** Which fields a form may send: read off its schema, so that there is no second list of them. */
import { z } from 'zod';

/** Each name, and how many values may be sent under it. */
export type Fields = ReadonlyMap<string, number>;

/**
 * The fields of a form's schema. Fields stand side by side: a form here has no names such as `a.b`
 * or `a[0]`.
 */
export function fieldsOf(schema: z.ZodTypeAny): Fields {
  if (schema instanceof z.ZodObject) {
    let shape = schema.shape as z.ZodRawShape;
    return new Map(Object.entries(shape).map(([name, field]) => [name, valuesMax(field)]));
  }
  if (schema instanceof z.ZodIntersection) return merged([schema._def.left, schema._def.right]);
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) return merged(schema.options);
  let inner = innerOf(schema);
  if (!inner) throw new TypeError('A form needs a schema with named fields.');
  return fieldsOf(inner);
}

function merged(schemas: readonly z.ZodTypeAny[]): Fields {
  let all = new Map<string, number>();
  for (let [name, times] of schemas.flatMap((schema) => [...fieldsOf(schema)]))
    all.set(name, Math.max(times, all.get(name) ?? 0));
  return all;
}

function valuesMax(field: z.ZodTypeAny): number {
  if (field instanceof z.ZodArray) {
    let max = (field as z.ZodArray<z.ZodTypeAny>)._def.maxLength?.value;
    if (max === undefined) throw new TypeError('A list in a form needs a maximum.');
    return max;
  }
  if (field instanceof z.ZodUnion) return Math.max(...(field.options as z.ZodTypeAny[]).map(valuesMax));
  let inner = innerOf(field);
  return inner ? valuesMax(inner) : 1;
}

/** What a schema wraps, as a person fills it in; undefined when it wraps nothing. */
function innerOf(schema: z.ZodTypeAny): z.ZodTypeAny | undefined {
  if (schema instanceof z.ZodEffects) return schema.innerType() as z.ZodTypeAny;
  if (schema instanceof z.ZodPipeline) return schema._def.in as z.ZodTypeAny;
  let wraps = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodCatch].some((kind) => schema instanceof kind);
  return wraps ? (schema._def as { innerType: z.ZodTypeAny }).innerType : undefined;
}
