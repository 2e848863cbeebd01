/** A person's API tokens and sessions. */
import { tokensApi, type ApiToken, type SessionInfo } from 'contract/accounts/tokens';
import { time, timeOrNull } from 'contract/floor/time';
import type { TokenRow } from '../../floor/db/account-schema';
import {
  addApiToken,
  apiTokensOf,
  type ListedToken,
  ownersOfToken,
  revokeApiToken,
  revokeOtherSessions,
  revokeSession,
  sessionsOf,
} from '../../people/accounts/token-lists';
import { scopesOf } from '../../people/accounts/tokens';
import { serve } from '../http/handler';
import { sendSecurityNotice } from '../../people/accounts/security-notices';

export const tokenEndpoints = serve(tokensApi, {
  async getApiTokens({ parts, owner }) {
    return (await apiTokensOf(parts.records, owner.id)).map(presentToken);
  },

  async createApiToken({ parts, owner, body, act }) {
    let { token, row } = await addApiToken(parts.records, owner, body, act);
    sendSecurityNotice(parts, owner.id, { kind: 'token-created', token: body.name, scopes: body.scopes }, act);
    return { ...presentToken(row), token };
  },

  async deleteApiToken({ parts, owner, params, act }) {
    await revokeApiToken(parts.records, owner, params.id, act);
    return undefined;
  },

  async getTokenHolder({ parts, caller }) {
    let { user, scopes } = caller;
    return {
      username: user.name,
      scopes: scopes && [...scopes],
      owners: await ownersOfToken(parts.records, caller),
    };
  },

  async getSessions({ parts, owner, caller }) {
    let rows = await sessionsOf(parts.records, owner.id, parts.clock());
    return rows.map((row) => presentSession(row, caller.tokenId));
  },

  async deleteSession({ parts, owner, params, act }) {
    await revokeSession(parts.records, owner, params.id, act);
    return undefined;
  },

  async deleteOtherSessions({ parts, owner, caller, act }) {
    await revokeOtherSessions(parts.records, owner, caller.tokenId, act);
    return undefined;
  },
});

function presentToken(row: ListedToken): ApiToken {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    owner: row.owner_name,
    created_at: time(row.created_at),
    last_used_at: timeOrNull(row.last_used_at),
    expires_at: timeOrNull(row.expires_at),
  };
}

function presentSession(row: TokenRow, callersId: string): SessionInfo {
  let { id, address, agent } = row;
  return {
    id,
    is_current: id === callersId,
    address,
    agent,
    created_at: time(row.created_at),
    last_used_at: timeOrNull(row.last_used_at),
  };
}
