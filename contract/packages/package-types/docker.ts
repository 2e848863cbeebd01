/** Docker: container images of any registry, and collections of them. */
import type { HostRule, PackageRule, PackageTypeWords } from './type';

export const docker = {
  name: 'docker',
  label: 'Docker',
  hostLabel: 'docker',
  hasCollections: true,
  unless: 'your other images on this domain use another registry',
  command: ({ name, repository_name = name }, { host }) => ({
    label: 'Pull command',
    text: `docker pull ${host}/${repository_name}`,
  }),
  // Only clients like docker itself are redirected to the registry and counted at once. Other
  // clients get the registry's response passed through, which does not count as a download if the
  // registry wants a token first or keeps an image that plain requests do not understand.
  sample: ({ name, repository_name = name }) => ({
    path: `/v2/${repository_name}/manifests/latest`,
    agent: 'docker/27.5.1',
  }),
} as const satisfies PackageTypeWords;

/** An image of a package. */
export interface ImageRule extends PackageRule {
  /** Image path at the registry, `library/nginx`. */
  repositoryName: string;
  /** Host of the registry, with an optional port. */
  registry: string;
}

export interface CollectionRule extends HostRule {
  collectionId: string;
  /** Image pattern at the registry, `library/*`. */
  pattern: string;
  registry: string;
  /** The registry shows its images only to people with an account. */
  isPrivate: boolean;
}

export type DockerRule = ImageRule | CollectionRule;
