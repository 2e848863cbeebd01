/** Which variables say page, platform and version of an owner's events: read and chosen. */
import { userDefinedVariablesApi } from 'contract/analytics/user-defined-variables';
import { serve } from '../http/handler';
import { setVariableNames, variableNames } from '../../packages/variable-names';

export const userDefinedVariableEndpoints = serve(userDefinedVariablesApi, {
  async getUserDefinedVariables({ parts, owner }) {
    let names = (await variableNames(parts.records, [owner.id])).get(owner.id) ?? {};
    return { $page: names.page ?? null, $platform: names.platform ?? null, $version: names.version ?? null };
  },

  async setUserDefinedVariables({ parts, owner, body, act }) {
    let { $page, $platform, $version } = body;
    let names = { page: $page ?? '', platform: $platform ?? '', version: $version ?? '' };
    await setVariableNames(parts.records, owner, names, act);
    return body;
  },
});
