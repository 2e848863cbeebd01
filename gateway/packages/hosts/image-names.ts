/** Where an image is at its registry. */
import { canonicalPattern, readImagePattern } from 'contract/packages/image-pattern';

const dockerHub = 'docker.io';

/**
 * Path of an image or image pattern at a registry. Docker Hub keeps its official images below
 * `library/`: `nginx` is `library/nginx` there.
 */
export function repositoryName(name: string, registry: string): string {
  return registry === dockerHub && !name.includes('/') ? `library/${name}` : name;
}

/** The pattern of a collection as paths at its registry, in one spelling. */
export function repositoryPattern(pattern: string, registry: string): string {
  let read = readImagePattern(repositoryName(pattern, registry));
  return read ? canonicalPattern(read) : pattern;
}

/** The columns of an image at a registry. */
export function imageAt(name: string, registry: string) {
  return { backend_registry: registry, repository_name: repositoryName(name, registry) };
}
