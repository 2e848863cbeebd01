/** People and owners: who they are, where they belong, which features they have. */
import { usersApi } from 'contract/accounts/users';
import { organizationsOf } from '../../floor/memberships';
import { featuresOf, findOwner, findUser } from '../../floor/owners';
import { packageNames } from '../../packages/packages';
import { pixelNames } from '../../packages/pixels';
import { ApiError } from '../../floor/api-error';
import { sessionHandlers } from './session-handlers';
import { serve } from '../http/handler';
import { presentPage } from '../http/pages';
import { accountFacts } from '../../people/accounts/account-facts';
import { presentMembership, presentOwner, presentUser } from '../../people/accounts/present';

export const userEndpoints = serve(usersApi, {
  ...sessionHandlers,

  async getUser({ parts, owner }) {
    let user = await findUser(parts.records, owner.id);
    if (!user) throw new ApiError('user-not-found');
    return presentUser(user, accountFacts(parts, user.id, parts.clock()));
  },

  async getUserInformation({ parts, params }) {
    let owner = await findOwner(parts.records, params.username);
    if (!owner) throw new ApiError('user-not-found');
    return presentOwner(owner);
  },

  async getUserOrganizations({ parts, owner, query, url }) {
    let page = await organizationsOf(parts.records, owner.id, query);
    return presentPage(page, { query, url }, (row) => row.id, presentMembership);
  },

  getFeatures: ({ parts, owner }) => featuresOf(parts.records, owner.id),

  async getArtifactFeatures({ parts, owner, params }) {
    let ids = [params.artifact_id];
    let [packages, pixels] = await Promise.all([
      packageNames(parts.records, owner.id, ids),
      pixelNames(parts.records, owner.id, ids),
    ]);
    if (packages.size + pixels.size === 0) throw new ApiError('not-found');
    return featuresOf(parts.records, owner.id);
  },
});
