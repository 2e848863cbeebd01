/** Access to the account pages, and sessions. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { tokensApi } from 'contract/accounts/tokens';
import { agentName } from '../../text/display-names.server';
import type { Call } from '../../gateway/gateway-client.server';
import { requireSession, type SignedIn } from '../../session/guards.server';
import type { SessionLine } from './sessions-card';

interface OwnAccount extends SignedIn {
  params: { username: string };
}

export async function requireAccount(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<OwnAccount> {
  let signedIn = await requireSession(args);
  return { ...signedIn, params: { username: signedIn.username } };
}

/** Most recently used first. */
export async function readSessions(call: Call, params: { username: string }): Promise<SessionLine[]> {
  let sessions = await call(tokensApi.getSessions, { params });
  return sessions.map(({ id, is_current, agent, address, created_at, last_used_at }) => ({
    id,
    isCurrent: is_current,
    agent: agentName(agent),
    address,
    created: created_at,
    lastUsed: last_used_at,
  }));
}
