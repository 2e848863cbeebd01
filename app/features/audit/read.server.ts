/** What the audit pages show: a page of events in words. */
import { type AuditEvent, getAllAuditEvents, getAuditEvents } from 'contract/audit';
import type { AnswerOf } from 'contract/route';
import { agentName } from '../../agent-name.server';
import type { Call } from '../../gateway-client.server';
import { actionWords } from './action-labels';

export const eventsPerPage = 50;

/** One line of the log. */
export interface AuditLine {
  id: string;
  time: string;
  who: string;
  what: string;
  target: string;
  owner: string;
  address: string;
  agent: string;
}

export interface AuditPage {
  lines: AuditLine[];
  page: number;
  pages: number;
}

/** One page (from 1) of what was done to an owner, newest first. */
export async function readAudit(call: Call, owner: string, page: number): Promise<AuditPage> {
  return shown(await call(getAuditEvents, { params: { owner }, query: { per_page: eventsPerPage, page } }), page);
}

/** One page (from 1) of what was done on the whole installation; `about` is part of a name. */
export async function readWholeAudit(call: Call, about: string, page: number): Promise<AuditPage> {
  let query = { per_page: eventsPerPage, page, about: about || undefined };
  return shown(await call(getAllAuditEvents, { query }), page);
}

function shown({ results, total }: AnswerOf<typeof getAuditEvents>, page: number): AuditPage {
  return { lines: results.map(lineOf), page, pages: Math.ceil(total / eventsPerPage) };
}

function lineOf({ id, time, actor, acting_as, owner, action, target, address, agent }: AuditEvent): AuditLine {
  let who = actor ?? 'Somebody not signed in';
  return {
    id,
    time,
    who: acting_as ? `${who} (acting as ${acting_as})` : who,
    what: actionWords[action],
    target,
    owner: owner ?? '',
    address,
    agent: agentName(agent),
  };
}
