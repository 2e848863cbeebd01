/** People on single packages of personal accounts. */
import { permissionsApi } from 'contract/organizations/permissions';
import { deletePermission, ownLevel, permissionsOf, setPermission, sharedWith } from '../../packages/permissions';
import { serve } from '../http/handler';

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
