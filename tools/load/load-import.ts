/** An import beside downloads: exported events with new ids, sent in parts. */
import { randomBytes } from 'node:crypto';
import { eventsApi } from 'contract/analytics/events';
import { importsApi, importFileTypes, ImportResult } from 'contract/exports/imports';
import { dayMs, dayOf } from 'contract/floor/time';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';

const owner = 'hopper-labs';
const rowsWanted = 100_000;
const rowsPerPart = 2_500;

export interface PreparedImport {
  api: string;
  token: string;
  parts: string[];
}

/** Exports events of the last 90 days and gives them new ids. */
export async function prepareImport(gatewayPort: number): Promise<PreparedImport> {
  let api = `http://127.0.0.1:${gatewayPort}`;
  let session = await fetch(api + usersApi.login.path, {
    method: usersApi.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'grace', password: demoPassword }),
  });
  let { token } = (await session.json()) as { token: string };
  let query = `format=ndjson&start_date=${dayOf(Date.now() - 90 * dayMs)}`;
  let file = await fetch(`${api}${eventsApi.exportEntityPackageEvents.path.replace('{owner}', owner)}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let decoder = new TextDecoder();
  let rest = '';
  let rows: string[] = [];
  for await (let bytes of file.body ?? []) {
    let lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (let line of lines) rows.push(`${line.replace(/^(\{"id":"[0-9a-f-]{24})[0-9a-f]{12}/, withNewId)}\n`);
    if (rows.length >= rowsWanted) break;
  }
  let parts: string[] = [];
  for (let at = 0; at < rowsWanted; at += rowsPerPart) parts.push(rows.slice(at, at + rowsPerPart).join(''));
  return { api, token, parts };
}

function withNewId(_: string, begin: string): string {
  return begin + randomBytes(6).toString('hex');
}

/** Sends a part; gives the status of an answer that is no result. */
export async function importPart({ api, token }: PreparedImport, part: string): Promise<ImportResult | number> {
  let answer = await fetch(api + importsApi.importEvents.path.replace('{owner}', owner), {
    method: importsApi.importEvents.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': importFileTypes.ndjson },
    body: part,
  });
  return answer.ok ? ImportResult.parse(await answer.json()) : answer.status;
}

/** Sends part after part until all are sent or the time has come; gives what became of them. */
export async function importUntil(prepared: PreparedImport, until: number): Promise<string> {
  let sums = { stored: 0, known: 0, refused: 0 };
  for (let part of prepared.parts) {
    if (performance.now() > until) break;
    let result = await importPart(prepared, part);
    if (typeof result === 'number') return `${result} after ${sums.stored} stored`;
    sums.stored += result.stored;
    sums.known += result.known;
    sums.refused += result.refused;
  }
  return `${sums.stored} stored, ${sums.known} known, ${sums.refused} refused`;
}
