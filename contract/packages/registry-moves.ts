/** Moving docker packages and collections to another backend registry, many at once. */
import { z } from 'zod';
import { BackendRegistry } from '../rules/fields';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

const ids = z.array(z.string().max(100)).max(limits.movedAtOnceMax).optional();

/**
 * The new registry, and what to move: the packages and collections named, or all of the owner when
 * both lists are left out.
 */
export const MoveRegistry = z.object({
  backend_registry: BackendRegistry,
  package_ids: ids,
  collection_ids: ids,
});

const Moved = z.object({ id: z.string(), name: z.string(), from: z.string(), to: z.string() });

/** What a move changes. What already is at the new registry is not listed. */
export const RegistryMove = z.object({
  packages: z.array(Moved),
  collections: z.array(Moved),
  /**
   * Domains that would lead to more than one registry, or have one image twice; with any of them,
   * the move is refused.
   */
  conflicts: z.array(
    z.object({
      domain: z.string(),
      registries: z.array(z.string()),
      /** Images and patterns that two packages or collections would share there. */
      images: z.array(z.string()),
    }),
  ),
});
export type RegistryMove = z.infer<typeof RegistryMove>;

const move = {
  tag: 'Packages',
  access: 'write',
  params: z.object({ owner: z.string() }),
  body: MoveRegistry,
  answer: RegistryMove,
} as const;
const moveErrors = [
  'owner-not-found',
  'package-not-found',
  'collection-not-found',
  'backend-registry-is-empty',
  'backend-registry-has-invalid-characters',
] as const;

export const registryMovesApi = {
  previewRegistryMove: route({
    ...move,
    id: 'previewRegistryMove',
    method: 'POST',
    path: '/v2/packages/{owner}/docker-backend-registry/preview',
    summary: 'Preview moving Docker packages to another backend registry',
    errors: moveErrors,
  }),

  moveRegistry: route({
    ...move,
    id: 'moveRegistry',
    method: 'PUT',
    path: '/v2/packages/{owner}/docker-backend-registry',
    summary: 'Move Docker packages and collections to another backend registry, all or none',
    errors: [...moveErrors, 'public-domains-are-conflicting'],
  }),
};
