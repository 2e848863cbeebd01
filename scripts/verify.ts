/**
 * `npm run verify -- --api <address> --owner <name>`: counts the reports of an owner again from
 * exported events, and exits with 1 if one differs. The API token, which needs the right to export,
 * is read from LANDFALL_TOKEN.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verify } from '../recount/verify';

const usage = `Usage: LANDFALL_TOKEN=… npm run verify -- --api <address> --owner <name>
         [--from <day>] [--until <day>] [--package <id>]… [--pixel <id>]… [--filter <id>]
         [--exclude-audience <list>] [--where <condition>]… [--last-event <number>] [--events <file>]… [--questions <number>] [--seed <number>]

Days are like 2026-03-01, in UTC; --until is the day after the last, today when left out, and --from
30 days before. --package and --pixel take ids, all or none. Exports and reports are asked for as any
program would; with --events the events are read from files, exported with counted=true&format=ndjson
and the same range, filter, conditions and last event.
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
      package: { type: 'string', multiple: true },
      pixel: { type: 'string', multiple: true },
      filter: { type: 'string' },
      'exclude-audience': { type: 'string' },
      where: { type: 'string', multiple: true },
      'last-event': { type: 'string' },
      events: { type: 'string', multiple: true },
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
  let verified = await verify(ask, {
    owner,
    from,
    until,
    questions: Number(values.questions),
    seed: Number(values.seed),
    packages: values.package,
    pixels: values.pixel,
    filter: values.filter,
    excludeAudience: values['exclude-audience'],
    where: values.where,
    lastEvent: values['last-event'],
    exported: values.events?.map((file) => readFileSync(file, 'utf8')).join(''),
  });
  let { reports, values: compared, events, requests, wrong } = verified;
  for (let { path, differences } of wrong)
    process.stdout.write(`${path}\n  ${differences.slice(0, 10).join('\n  ')}\n`);
  process.stdout.write(
    `${owner}, ${from} until ${until}: ${requests.toLocaleString('en')} requests decided again, ${events.toLocaleString('en')} ` +
      `events that count, ${reports} reports, ` +
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
