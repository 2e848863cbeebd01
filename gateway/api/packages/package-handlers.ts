/** Packages, their permissions, and moves to another registry. */
import type { z } from 'zod';
import { packagesApi, type CreatePackage } from 'contract/packages/packages';
import { typeNamed } from 'contract/packages/package-types/list';
import { domainsOf } from '../../packages/domains';
import type { OwnAddresses } from '../../packages/hosts/hosts';
import { createPackage, deletePackage, updatePackage, type NewPackage } from '../../packages/package-changes';
import { packageById, packageByName, packagesOf } from '../../packages/packages';
import { routesOfPackages } from '../../packages/routes';
import { ApiError } from '../../floor/calls/api-error';
import { catchAllField } from '../../packages/types/file';
import { recordsOf } from '../../packages/types/list';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { presentPackage, presentPackageDomain, presentRoute } from '../../packages/present';
import { permissionsApi } from 'contract/organizations/permissions';
import { deletePermission, ownLevel, permissionsOf, setPermission, sharedWith } from '../../packages/permissions';
import { registryMovesApi } from 'contract/packages/registry-moves';
import { moveRegistry, planMove } from '../../packages/registry-moves';

export const packageEndpoints = serve(packagesApi, {
  async getPackages({ parts, owner, query, url }) {
    let page = await packagesOf(parts.records, owner.id, query.type, query);
    return presentPage(
      page,
      { query, url },
      (row) => row.id,
      (row) => presentPackage(row, owner),
    );
  },

  async getPackagesOverview({ parts, owner, query, url }) {
    let page = await packagesOf(parts.records, owner.id, query.type, query);
    let ids = page.rows.map((row) => row.id);
    let [domains, routes] = await Promise.all([
      domainsOf(parts.records, 'package_id', ids),
      routesOfPackages(parts.records, ids),
    ]);
    return presentPage(
      page,
      { query, url },
      (row) => row.id,
      (row) => ({
        package: presentPackage(row, owner),
        domains: domains
          .filter((domain) => domain.package_id === row.id)
          .map((domain) => presentPackageDomain(domain, row, owner, parts)),
        routes: routes.filter((route) => route.package_id === row.id).map((route) => presentRoute(route, owner)),
      }),
    );
  },

  async createPackage({ parts, owner, body, act }) {
    return presentPackage(await createPackage(parts, owner, newPackage(body, parts), act), owner);
  },

  async getPackageByName({ parts, owner, params }) {
    return presentPackage(
      await packageByName(parts.records, owner.id, params.package_type, params.package_name),
      owner,
    );
  },

  async getPackageById({ parts, owner, params }) {
    return presentPackage(await packageById(parts.records, owner.id, params.package_id), owner);
  },

  async updatePackage({ parts, owner, params, body, act }) {
    let { name, type } = body;
    let before = await packageById(parts.records, owner.id, params.package_id);
    if (name !== undefined && name !== before.name) throw new ApiError('package-name-is-fixed', 'name');
    if (type !== undefined && type !== before.type) throw new ApiError('package-type-is-invalid', 'type');
    if (body[catchAllField] && !typeNamed(before.type).hasRoutes)
      throw new ApiError('not-a-file-package', catchAllField);
    let fields = { ...describe(body), ...recordsOf(before.type).columns(body, before.name) };
    return presentPackage(await updatePackage(parts, { owner, id: params.package_id }, fields, act), owner);
  },

  async deletePackage({ parts, owner, params, act }) {
    await deletePackage(parts.records, owner, params.package_id, act);
    return undefined;
  },
});

function newPackage(body: z.output<typeof CreatePackage>, addresses: OwnAddresses): NewPackage {
  let { type, name, domain } = body;
  let own = recordsOf(type);
  return {
    fields: { type, name, ...describe(body), ...own.defaults?.(addresses, name), ...own.columns(body, name) },
    domain,
    routes: own.routes?.(body),
  };
}

type Description = Pick<
  z.output<typeof CreatePackage>,
  'short_description' | 'long_description' | 'website' | 'importance' | 'track_companies'
>;

function describe(body: Description) {
  return {
    short_description: body.short_description ?? '',
    long_description: body.long_description ?? '',
    website: body.website ?? '',
    importance: body.importance,
    track_companies: Number(body.track_companies),
  };
}

export const permissionEndpoints = serve(permissionsApi, {
  getPackagePermissions: ({ parts, owner, params }) => permissionsOf(parts.records, owner, params.package_id),

  async setPackagePermission({ parts, owner, caller, params, body, act }) {
    let given = { username: body.username, level: body.permission_level };
    await setPermission(parts.records, { owner, packageId: params.package_id, actor: caller }, given, act);
    return undefined;
  },

  async deletePackagePermission({ parts, owner, caller, params, act }) {
    await deletePermission(parts.records, { owner, packageId: params.package_id, actor: caller }, params.username, act);
    return undefined;
  },

  async getOwnPackagePermission({ parts, owner, params, caller }) {
    return { permission_level: await ownLevel(parts.records, owner, params.package_id, caller) };
  },

  async getSharedPackages({ parts, owner }) {
    return { results: await sharedWith(parts.records, owner.id) };
  },
});

export const registryMoveEndpoints = serve(registryMovesApi, {
  async previewRegistryMove({ parts, owner, body }) {
    return planMove(parts.records, owner, body, parts.domain);
  },

  async moveRegistry({ parts, owner, body, act }) {
    return moveRegistry(parts, owner, body, act);
  },
});
