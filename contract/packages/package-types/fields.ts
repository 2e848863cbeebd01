/** The fields of the package types that can be created. */
import type { z } from 'zod';
import { dockerFields } from './docker-fields';
import { fileFields } from './file-fields';
import type { PackageType } from './list';
import { registryFields } from './registry-fields';

export const fieldsOfTypes = [
  dockerFields,
  registryFields('npm'),
  registryFields('python'),
  registryFields('hackage'),
  registryFields('cargo'),
  registryFields('go'),
  registryFields('maven'),
  registryFields('composer'),
  registryFields('rubygems'),
  registryFields('helm'),
  registryFields('nuget'),
  fileFields,
] as const;

type Fields = typeof fieldsOfTypes;
type BodiesOf<T extends readonly { body: unknown }[]> = { -readonly [K in keyof T]: T[K]['body'] };
type AllOf<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;

/** The body of a new package of each type. */
export const createBodies = fieldsOfTypes.map(({ body }) => body) as unknown as BodiesOf<Fields>;

/**
 * What an update may change, for all types together; a package ignores the fields of other types.
 */
export const updateShape: AllOf<Fields[number]['update']> = Object.assign(
  {},
  ...fieldsOfTypes.map(({ update }) => update),
);

interface SomeFields {
  kept?: z.ZodRawShape;
  check?(fields: object, ctx: z.RefinementCtx): void;
}

/** The fields of one type. */
export function fieldsOfPackage(type: PackageType): SomeFields {
  return fieldsOfTypes.find(({ name }) => name === type) ?? {};
}
