/**
 * Types whose packages are a name at a registry. A host has one registry, because a client asks the
 * host for other packages too.
 */
import type { PackageType } from 'contract/packages/package-types/list';
import type { RegistryRule } from 'contract/packages/package-types/type';
import { ApiError } from '../../floor/calls/api-error';
import { isServedHere } from '../hosts/custom-domains';
import { packageRule } from '../hosts/hosted-packages';
import type { PackageTypeRecords } from './type';

interface Fields {
  repository_url?: string | undefined;
}

/** The columns and rules of a type. Names with the same `keyOf` are one name for its clients. */
export function registryRecords(
  type: PackageType,
  keyOf = (name: string) => name,
): PackageTypeRecords<Fields, RegistryRule> {
  return {
    columns: ({ repository_url }) => (repository_url ? { repository_url } : {}),

    defaults: ({ registries }) => (registries?.[type] ? { repository_url: registries[type] } : {}),

    leadsTo: ({ repository_url }) => repository_url ?? '',

    async refuseColumns(change, row, own) {
      if (!row.repository_url) throw new ApiError('repository-url-is-empty', 'repository_url');
      if (await isServedHere(change, row.repository_url, row.owner_id, own))
        throw new ApiError('repository-url-is-own-domain', 'repository_url');
    },

    async refuseConflicts(_, row, neighbours, field) {
      if (neighbours.some((other) => other.repository_url !== row.repository_url))
        throw new ApiError('package-is-conflicting', field ?? 'repository_url');
      if (neighbours.some((other) => keyOf(other.name) === keyOf(row.name)))
        throw new ApiError('package-is-conflicting', field ?? 'name');
    },

    async rules({ packages, place }) {
      // A package that waits for its domain to be verified may meet another registry here.
      let registries = new Map<string, string>();
      return place(packages).flatMap((row) => {
        let registry = row.repository_url;
        if (!registry || (registries.get(row.host) ?? registry) !== registry) return [];
        registries.set(row.host, registry);
        return [{ ...packageRule(row), name: row.name, registry }];
      });
    },
  };
}
