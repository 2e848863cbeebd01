/** Routes of file packages. */
import type { z } from 'zod';
import { packageRoutesApi, type SavedPackageRoute, type SavePackageRoute } from 'contract/packages/package-routes';
import type { OwnerRow } from '../../floor/db/account-schema';
import {
  createRoute,
  deleteRoute,
  matchRoute,
  routeById,
  routesOf,
  type RouteToSave,
  type SavedRoute,
  updateRoute,
} from '../../packages/routes';
import { serve } from '../http/handler';
import { presentRoute } from '../../packages/present';

export const packageRouteEndpoints = serve(packageRoutesApi, {
  async getPackageRoutes({ parts, owner, params }) {
    let rows = await routesOf(parts.records, owner.id, params.package_id);
    return rows.map((row) => presentRoute(row, owner));
  },

  async createPackageRoute({ parts, owner, params, body, act }) {
    let saved = await createRoute(parts.records, { owner, packageId: params.package_id }, routeIn(body), act);
    return presentSaved(saved, owner);
  },

  async getPackageRoute({ parts, owner, params }) {
    return presentRoute(await routeById(parts.records, owner.id, params.package_id, params.route_id), owner);
  },

  async updatePackageRoute({ parts, owner, params, body, act }) {
    let saved = await updateRoute(
      parts.records,
      { owner, packageId: params.package_id, routeId: params.route_id },
      routeIn(body),
      act,
    );
    return presentSaved(saved, owner);
  },

  async matchPackageRoute({ parts, owner, params, query }) {
    let { row, variables } = await matchRoute(parts.records, owner.id, params.package_id, query.address);
    return { route_id: row?.id ?? null, variables };
  },

  async deletePackageRoute({ parts, owner, params, act }) {
    await deleteRoute(parts.records, { owner, packageId: params.package_id, routeId: params.route_id }, act);
    return undefined;
  },
});

function routeIn(body: z.output<typeof SavePackageRoute>): RouteToSave {
  return { ...body, outgoing_url: body.outgoing_url ?? null };
}

function presentSaved({ row, token }: SavedRoute, owner: OwnerRow): SavedPackageRoute {
  return { ...presentRoute(row, owner), ...(token !== undefined && { token }) };
}
