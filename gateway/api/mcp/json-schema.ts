/** The JSON schema (2020-12) of an object, as assistants are told of it. */
import { extendZodWithOpenApi, OpenApiGeneratorV31, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

extendZodWithOpenApi(z);

export function jsonSchemaOf(schema: z.AnyZodObject): object {
  let registry = new OpenAPIRegistry();
  registry.register('Input', schema);
  let { components } = new OpenApiGeneratorV31(registry.definitions).generateComponents();
  return components?.schemas?.Input ?? {};
}
