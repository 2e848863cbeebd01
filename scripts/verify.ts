/**
 * `npm run verify -- --api <address> --owner <name>`: counts the reports of an owner again from the
 * exported events, and ends with 1 where one differs. The API token, which needs the right to
 * export, is read from LANDFALL_TOKEN.
 */
import { parseArgs } from 'node:util';
import { verify } from '../recount/verify';

const usage = `Usage: LANDFALL_TOKEN=… npm run verify -- --api <address> --owner <name>
         [--from <day>] [--until <day>] [--questions <number>] [--seed <number>]

Days are like 2026-03-01, in UTC; --until is the day after the last, today when left out, and --from
30 days before. Exports and reports are asked for as any program would.
`;

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

async function main(): Promise<number> {
  let { values } = parseArgs({
    options: {
      api: { type: 'string' },
      owner: { type: 'string' },
      from: { type: 'string' },
      until: { type: 'string', default: dayOf(Date.now()) },
      questions: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
    },
  });
  let { api, owner, until } = values;
  let token = process.env.LANDFALL_TOKEN;
  if (!api || !owner || !token) {
    process.stderr.write(usage);
    return 2;
  }
  let from = values.from ?? dayOf(Date.parse(until) - 30 * dayMs);
  let ask = async (path: string) => {
    let answer = await fetch(new URL(path, api), { headers: { authorization: `Bearer ${token}` } });
    let text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text.slice(0, 300)}`);
    return text;
  };
  let questions = Number(values.questions);
  let {
    reports,
    values: compared,
    events,
    wrong,
  } = await verify(ask, {
    owner,
    from,
    until,
    questions,
    seed: Number(values.seed),
  });
  for (let { path, differences } of wrong)
    process.stdout.write(`${path}\n  ${differences.slice(0, 10).join('\n  ')}\n`);
  process.stdout.write(
    `${owner}, ${from} until ${until}: ${events.toLocaleString('en')} exported events, ${reports} reports, ` +
      `${compared.toLocaleString('en')} values: ${wrong.length === 0 ? 'equal' : `${wrong.length} reports differ`}\n`,
  );
  return wrong.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  },
);
