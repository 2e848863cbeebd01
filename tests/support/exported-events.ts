/** Signs ada in to a running product and exports her events of today over the API. */
import { login } from 'contract/users';
import { demoPassword } from 'gateway/demo/people';

/** Today's events of ada, repeats too, as the API exports them in NDJSON. */
export async function exportedEvents(gatewayPort: number): Promise<Record<string, unknown>[]> {
  let api = `http://127.0.0.1:${gatewayPort}`;
  let session = await fetch(api + login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada', password: demoPassword }),
  });
  let { token } = (await session.json()) as { token: string };
  let today = new Date().toISOString().slice(0, 10);
  let range = `start_date=${today}&end_date=${today}`;
  let answer = await fetch(`${api}/v2/packages/ada/events?${range}&format=ndjson&raw=true`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let lines = (await answer.text()).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
