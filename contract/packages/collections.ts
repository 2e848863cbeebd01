/** Collections: image patterns whose packages are created by the first pull that matches. */
import { z } from 'zod';
import { BackendRegistry, ImagePatternText, PublicDomain } from '../rules/fields';
import { docker } from './package-types/docker';
import { ours, PageQuery, pageOf, route } from '../rules/route';

export const Collection = z.object({
  id: z.string(),
  owner: z.string(),
  type: z.literal(docker.name),
  pattern: z.string(),
  /** Host people pull from. */
  public_domain: z.string(),
  /** Whether images are served there; always true for the default host of the owner. */
  public_domain_is_verified: ours(z.boolean(), true),
  /** Host of the registry behind it. */
  backend_domain: z.string(),
  /**
   * The registry shows the images only to people with an account, so the gateway cannot check pulls
   * of them and counts them as they are.
   */
  private: ours(z.boolean(), false),
  created_at: z.string().datetime(),
  updated_at: z.string().datetime(),
});
export type Collection = z.infer<typeof Collection>;

/** The body of an update. Without a public domain, the owner's default host is used. */
export const UpdateCollection = z.object({
  pattern: ImagePatternText,
  backend_domain: BackendRegistry,
  public_domain: PublicDomain,
  private: z.boolean().default(false),
});

export const CreateCollection = UpdateCollection.extend({
  type: z.literal(docker.name, { errorMap: () => ({ message: 'type-is-invalid' }) }),
});

const OwnerParams = z.object({ owner: z.string() });
const CollectionParams = OwnerParams.extend({ id: z.string() });
const collections = { tag: 'Collections' } as const;
const saveErrors = [
  'pattern-is-empty',
  'pattern-is-invalid',
  'pattern-is-duplicated',
  'pattern-has-invalid-characters',
  'backend-registry-is-empty',
  'backend-registry-has-invalid-characters',
  'public-domain-has-invalid-characters',
  'public-domain-is-invalid-scarf-domain',
  'collection-is-conflicting',
] as const;

export const collectionsApi = {
  getCollections: route({
    ...collections,
    id: 'getCollections',
    method: 'GET',
    path: '/v2/collections/{owner}',
    summary: 'List collections, oldest first',
    access: 'read',
    params: OwnerParams,
    query: PageQuery,
    answer: pageOf(Collection),
    errors: ['owner-not-found'],
  }),

  createCollection: route({
    ...collections,
    id: 'createCollection',
    method: 'POST',
    path: '/v2/collections/{owner}',
    summary: 'Create a collection',
    access: 'write',
    params: OwnerParams,
    body: CreateCollection,
    status: 201,
    answer: Collection,
    errors: ['owner-not-found', 'type-is-invalid', 'too-many-collections', ...saveErrors],
  }),

  getCollection: route({
    ...collections,
    id: 'getCollection',
    method: 'GET',
    path: '/v2/collections/{owner}/{id}',
    summary: 'Get a collection',
    access: 'read',
    params: CollectionParams,
    answer: Collection,
    errors: ['collection-not-found'],
  }),

  updateCollection: route({
    ...collections,
    id: 'updateCollection',
    method: 'PUT',
    path: '/v2/collections/{owner}/{id}',
    summary: 'Update a collection; existing packages do not change',
    access: 'write',
    params: CollectionParams,
    body: UpdateCollection,
    answer: Collection,
    errors: ['collection-not-found', ...saveErrors],
  }),

  deleteCollection: route({
    ...collections,
    id: 'deleteCollection',
    method: 'DELETE',
    path: '/v2/collections/{owner}/{id}',
    summary: 'Delete a collection; existing packages stay',
    access: 'write',
    params: CollectionParams,
    errors: ['collection-not-found'],
  }),
};
