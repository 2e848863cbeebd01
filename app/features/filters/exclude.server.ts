/**
 * Leaves a user agent out of every count of an owner: what the filters page of both kinds of owner
 * posts.
 */
import { createFilter } from 'contract/filters';
import { read } from '../../forms/read.server';
import type { Call } from '../../gateway-client.server';
import { redirectWithToast } from '../../session/toast.server';
import { AgentForm } from './forms.server';

/** Leads back to the page at `home`; a refusal is the page again. */
export async function excludeAgent(request: Request, call: Call, owner: string, home: string): Promise<Response> {
  let form = await read(request, AgentForm);
  if (!form.ok) return form.reply;
  let { agent } = form.value;
  let body = { request_user_agent: { op: 'does-not-contain' as const, values: [agent] } };
  let made = await call(createFilter, { params: { owner }, query: { scope: 'global' }, body }).catch(form.refuse);
  return made instanceof Response ? made : redirectWithToast(home, 'agent_excluded');
}
