/** The fields of types whose packages are a name at a registry. */
import { RepositoryUrl, schemaOf } from '../../rules/fields';
import { packageName } from '../../rules/registry-rules';
import { registryNames, type RegistryTypeName } from './registry-names';
import { typeFields } from './type-fields';

const urlErrors = ['repository-url-is-empty', 'repository-url-invalid', 'repository-url-is-own-domain'] as const;

/** Describes the fields of such a type: a name, and the registry it comes from. */
export function registryFields<Type extends RegistryTypeName>(type: Type) {
  let name = schemaOf(packageName(registryNames[type]));
  return typeFields({
    name: type,
    // The default of the installation where none is given.
    create: { name, repository_url: RepositoryUrl.optional() },
    update: { repository_url: RepositoryUrl.optional() },
    kept: { repository_url: RepositoryUrl },
    errors: urlErrors,
    updateErrors: urlErrors,
  });
}
