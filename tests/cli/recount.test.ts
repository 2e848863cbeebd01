/** `landfall recount`: reports compared with a recount of exported events, over HTTP. */
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { CommandError } from '../../cli/command-error';
import { recountCommand } from '../../cli/recount';
import { portOf } from '../../server/listener';
import { commandLine } from '../support/command-line';
import { createInsightsWorld, owner } from '../support/insights-world';

const cli = commandLine();
const until = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
const options = ['--questions', '5', '--until', until];

let server: Server;
let api: string;
let token: string;
/** Changes answers of reports on their way. */
let change: ((text: string) => string) | undefined;

beforeAll(async () => {
  let { world } = await createInsightsWorld();
  ({ token = '' } = await world.as('grace'));
  server = createServer(
    getRequestListener(
      async (request) => {
        let answer = await world.gateway.api(request);
        if (!change || !request.url.includes('/aggregations/export')) return answer;
        return new Response(change(await answer.text()), answer);
      },
      { overrideGlobalObjects: false },
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  change = undefined;
  vi.stubEnv('LANDFALL_TOKEN', token);
});

it('ends with 0 when all reports of each owner equal their events', async () => {
  expect(await recountCommand(['--api', api, '--owner', owner, ...options])).toBe(0);
  expect(cli.said).toMatch(
    new RegExp(
      `^${owner}, .* until ${until}: 6 requests decided again, 5 events that count, \\d{2,3} reports, .*: equal\n$`,
    ),
  );
});

it('ends with 1 and names the numbers of a report that is wrong', { tags: 'slow' }, async () => {
  change = (text) => text.replace('"total":3', '"total":4');
  expect(await recountCommand(['--api', api, '--owner', owner, ...options])).toBe(1);
  expect(cli.said).toMatch(/aggregations\/export.*\n.*total/);
  expect(cli.said).toContain('reports differ');
});

it('ends with 2 where the API refuses the token', async () => {
  vi.stubEnv('LANDFALL_TOKEN', 'wrong');
  let said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await recountCommand(['--api', api, '--owner', owner])).toBe(2);
  expect(String(said.mock.calls[0]![0])).toContain('responded with 401');
});

it.each([[[]], [['--api', 'http://localhost']], [['--owner', 'ada']], [['--all']]])(
  '%j is refused with the usage',
  async (args) => {
    await expect(recountCommand(args)).rejects.toThrow(CommandError);
  },
);
