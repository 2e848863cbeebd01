/** Where somebody is signed in, as the account pages show it. */
import { getSessions } from 'contract/tokens';
import { agentName } from '../../agent-name.server';
import type { Call } from '../../gateway-client.server';
import type { SessionLine } from './sessions-card';

/** The sessions of a person, the last used first. */
export async function readSessions(call: Call, params: { username: string }): Promise<SessionLine[]> {
  let sessions = await call(getSessions, { params });
  return sessions.map(({ id, is_current, agent, address, created_at, last_used_at }) => ({
    id,
    isCurrent: is_current,
    agent: agentName(agent),
    address,
    created: created_at,
    lastUsed: last_used_at,
  }));
}
