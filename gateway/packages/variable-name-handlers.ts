/** Which variables say page, platform and version of an owner's events: read and chosen. */
import * as variables from 'contract/user-defined-variables';
import type { UserDefinedVariables, VariableNames } from 'contract/user-defined-variables';
import { serve } from '../http/handler';
import { setVariableNames, variableNames } from './variable-names';

export const userDefinedVariableEndpoints = serve(variables, {
  async getUserDefinedVariables({ parts, owner }) {
    return presented((await variableNames(parts.records, [owner.id])).get(owner.id));
  },

  async setUserDefinedVariables({ parts, owner, body, act }) {
    let { $page, $platform, $version } = body;
    let names = { page: $page ?? '', platform: $platform ?? '', version: $version ?? '' };
    await setVariableNames(parts.records, owner, names, act);
    return body;
  },
});

function presented({ page = null, platform = null, version = null }: Nullable = {}): UserDefinedVariables {
  return { $page: page, $platform: platform, $version: version };
}

type Nullable = { [Meaning in keyof VariableNames]: string | null };
