/** The fields of a package type, besides those of every package. */
import { z } from 'zod';
import type { ErrorCode } from '../../rules/errors';
import { Importance, optionalText, PublicDomain, Website } from '../../rules/fields';
import * as limits from '../../floor/limits';

/** The description of a package of any type. */
export const description = {
  short_description: optionalText(limits.descriptionMax),
  long_description: optionalText(limits.longDescriptionMax),
  website: Website,
  importance: Importance.default('mid'),
  track_companies: z.boolean().default(true),
};

interface Given<Name extends string, Create extends z.ZodRawShape, Update extends z.ZodRawShape> {
  name: Name;
  /** Fields of a new package, starting with its name. */
  create: Create;
  /** Fields that can be changed later, each optional. */
  update: Update;
  /** Those of them that must not be emptied, as the edit form requires them. */
  kept?: z.ZodRawShape;
  /** Adds issues about two fields of a new package that do not fit together. */
  check?(fields: z.output<z.ZodObject<Create>>, ctx: z.RefinementCtx): void;
  /** Codes that a new package of this type may be refused with, besides those of every package. */
  errors: readonly ErrorCode[];
  /** The same for a change. */
  updateErrors: readonly ErrorCode[];
}

/** Describes the fields of a type. */
export function typeFields<Name extends string, Create extends z.ZodRawShape, Update extends z.ZodRawShape>(
  given: Given<Name, Create, Update>,
) {
  let type = z.literal(given.name);
  return { ...given, body: z.object({ type, ...given.create, domain: PublicDomain, ...description }) };
}
