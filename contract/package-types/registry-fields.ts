/** The fields of types whose packages are a name at a registry. */
import type { z } from 'zod';
import { RepositoryUrl } from '../fields';
import { typeFields } from './type-fields';

const urlErrors = ['repository-url-is-empty', 'repository-url-invalid', 'repository-url-is-own-domain'] as const;

/** Describes the fields of such a type: a name, and the registry it comes from. */
export function registryFields<Type extends string, Name extends z.ZodTypeAny>(type: Type, name: Name) {
  return typeFields({
    name: type,
    // An installation that knows a registry takes that one where none is given.
    create: { name, repository_url: RepositoryUrl.optional() },
    update: { repository_url: RepositoryUrl.optional() },
    kept: { repository_url: RepositoryUrl },
    errors: urlErrors,
    updateErrors: urlErrors,
  });
}
