/**
 * Signs ada in to a running product and reads what the API tells her, such as her events of today.
 */
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';

/** Reads a path of the API as ada. */
export async function askAsAda(gatewayPort: number, path: string): Promise<Response> {
  let api = `http://127.0.0.1:${gatewayPort}`;
  let session = await fetch(api + usersApi.login.path, {
    method: usersApi.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada', password: demoPassword }),
  });
  let { token } = (await session.json()) as { token: string };
  return fetch(api + path, { headers: { authorization: `Bearer ${token}` } });
}

/** Today's events of ada, repeats too, as the API exports them in NDJSON. */
export async function exportedEvents(gatewayPort: number): Promise<Record<string, unknown>[]> {
  let today = new Date().toISOString().slice(0, 10);
  let range = `start_date=${today}&end_date=${today}`;
  let answer = await askAsAda(gatewayPort, `/v2/packages/ada/events?${range}&format=ndjson&raw=true`);
  let lines = (await answer.text()).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
