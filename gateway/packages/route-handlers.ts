/** Routes of file packages. */
import type { z } from 'zod';
import * as packageRoutes from 'contract/package-routes';
import type { SavePackageRoute } from 'contract/package-routes';
import { createRoute, deleteRoute, routeById, routesOf, updateRoute } from './routes';
import { serve } from '../http/handler';
import { presentRoute } from './present';
import type { RouteFields } from './types/type';

export const packageRouteEndpoints = serve(packageRoutes, {
  async getPackageRoutes({ parts, owner, params }) {
    let rows = await routesOf(parts.records, owner.id, params.package_id);
    return rows.map((row) => presentRoute(row, owner));
  },

  async createPackageRoute({ parts, owner, params, body, act }) {
    let row = await createRoute(parts.records, { owner, packageId: params.package_id }, fieldsOf(body), act);
    return presentRoute(row, owner);
  },

  async getPackageRoute({ parts, owner, params }) {
    return presentRoute(await routeById(parts.records, owner.id, params.package_id, params.route_id), owner);
  },

  async updatePackageRoute({ parts, owner, params, body, act }) {
    let row = await updateRoute(
      parts.records,
      { owner, packageId: params.package_id, routeId: params.route_id },
      fieldsOf(body),
      act,
    );
    return presentRoute(row, owner);
  },

  async deletePackageRoute({ parts, owner, params, act }) {
    await deleteRoute(parts.records, { owner, packageId: params.package_id, routeId: params.route_id }, act);
    return undefined;
  },
});

function fieldsOf(body: z.output<typeof SavePackageRoute>): RouteFields {
  return { incoming_path: body.incoming_path, outgoing_url: body.outgoing_url ?? null };
}
