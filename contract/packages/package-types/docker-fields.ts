/** What a docker package must have: an image, and the registry it comes from. */
import { BackendRegistry, DockerImageName } from '../../rules/fields';
import { docker } from './docker';
import { typeFields } from './type-fields';

const registryErrors = ['backend-registry-is-empty', 'backend-registry-has-invalid-characters'] as const;

export const dockerFields = typeFields({
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
