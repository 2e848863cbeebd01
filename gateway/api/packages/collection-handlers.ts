/** Collections of an owner. */
import { collectionsApi, type Collection } from 'contract/packages/collections';
import { docker } from 'contract/packages/package-types/docker';
import { packageHost } from 'contract/packages/package-types/hosts';
import { time } from 'contract/floor/time';
import {
  collectionById,
  collectionsOf,
  createCollection,
  deleteCollection,
  type Collected,
  updateCollection,
} from '../../packages/collections';
import { isServedDomain, type OwnAddresses } from '../../packages/hosts/hosts';
import type { OwnerRow } from '../../floor/db/account-schema';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';

export const collectionEndpoints = serve(collectionsApi, {
  async getCollections({ parts, owner, query, url }) {
    let page = await collectionsOf(parts.records, owner.id, query);
    return presentPage(
      page,
      { query, url },
      (row) => row.id,
      (row) => presentCollection(row, owner, parts),
    );
  },

  async createCollection({ parts, owner, body, act }) {
    return presentCollection(await createCollection(parts, owner, body, act), owner, parts);
  },

  async getCollection({ parts, owner, params }) {
    return presentCollection(await collectionById(parts.records, owner.id, params.id), owner, parts);
  },

  async updateCollection({ parts, owner, params, body, act }) {
    return presentCollection(await updateCollection(parts, { owner, id: params.id }, body, act), owner, parts);
  },

  async deleteCollection({ parts, owner, params, act }) {
    await deleteCollection(parts.records, owner, params.id, act);
    return undefined;
  },
});

function presentCollection(row: Collected, owner: OwnerRow, own: OwnAddresses): Collection {
  return {
    id: row.id,
    owner: owner.name,
    type: docker.name,
    pattern: row.pattern,
    public_domain: row.public_domain ?? packageHost(docker.name, owner.name_key, own.domain),
    public_domain_is_verified: isServedDomain(row.public_domain, row.verified_by, own),
    backend_domain: row.backend_domain,
    private: row.private === 1,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}
