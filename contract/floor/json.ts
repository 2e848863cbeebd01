import type { z } from 'zod';

/** Reads JSON that has the form of a schema. Throws for other texts. */
export function parseJson<S extends z.ZodTypeAny>(schema: S, text: string): z.output<S> {
  return schema.parse(JSON.parse(text));
}
