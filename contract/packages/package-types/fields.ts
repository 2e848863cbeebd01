/** The fields of the package types that can be created. */
import type { z } from 'zod';
import { BackendRegistry, DockerImageName, RepositoryUrl, schemaOf } from '../../rules/fields';
import { packageName } from '../../rules/registry-rules';
import { docker } from './docker';
import { fileFields } from './file-fields';
import type { PackageType } from './list';
import { registryNames, type RegistryTypeName } from './registry-names';
import { typeFields } from './type-fields';

const urlErrors = ['repository-url-is-empty', 'repository-url-invalid', 'repository-url-is-own-domain'] as const;

/** A type whose packages are a name at a registry: the name, and the registry it comes from. */
function registryFields<Type extends RegistryTypeName>(type: Type) {
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

const registryErrors = ['backend-registry-is-empty', 'backend-registry-has-invalid-characters'] as const;

/** An image, and the registry it comes from. */
const dockerFields = typeFields({
  name: docker.name,
  create: { name: DockerImageName, backend_registry: BackendRegistry.optional() },
  update: { backend_registry: BackendRegistry.optional() },
  kept: { backend_registry: BackendRegistry },
  errors: [
    ...registryErrors,
    'docker-image-name-is-longer-than-255-characters',
    'docker-image-name-has-empty-segments',
    'docker-image-name-has-invalid-characters',
  ],
  updateErrors: registryErrors,
});

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
