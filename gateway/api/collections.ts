/** Collections of an owner. */
import type { Collection } from 'contract/collections';
import {
  collectionById,
  collectionsOf,
  createCollection,
  deleteCollection,
  updateCollection,
} from '../records/collections';
import { packageHost } from '../records/hosts';
import type { CollectionTable, OwnerTable } from '../records/schema';
import type { Handlers } from './handler';
import { presentPage } from './pages';
import { time } from './present';

export const collectionHandlers = {
  async getCollections({ parts, owner, query, url }) {
    let page = await collectionsOf(parts.records, owner.id, query);
    return presentPage(
      page,
      query,
      url,
      (row) => row.id,
      (row) => presentCollection(row, owner, parts.domain),
    );
  },

  async createCollection({ parts: { records, domain, clock }, owner, body }) {
    return presentCollection(await createCollection(records, owner, body, domain, clock()), owner, domain);
  },

  async getCollection({ parts, owner, params }) {
    return presentCollection(await collectionById(parts.records, owner.id, params.id), owner, parts.domain);
  },

  async updateCollection({ parts: { records, domain, clock }, owner, params, body }) {
    return presentCollection(await updateCollection(records, owner, params.id, body, domain, clock()), owner, domain);
  },

  async deleteCollection({ parts, owner, params, act }) {
    await deleteCollection(parts.records, owner, params.id, act);
    return undefined;
  },
} satisfies Partial<Handlers>;

function presentCollection(row: CollectionTable, owner: OwnerTable, ownDomain: string): Collection {
  return {
    id: row.id,
    owner: owner.name,
    type: 'docker',
    pattern: row.pattern,
    public_domain: row.public_domain ?? packageHost('docker', owner.name_key, ownDomain),
    backend_domain: row.backend_domain,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}
