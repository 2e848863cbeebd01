/**
 * `landfall recount`: verifies reports with exported events, by plain loops and over the API, as
 * any user with the right to export can.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dayMs, dayOf } from 'contract/floor/time';
import { errorMessage } from 'net/error-message';
import { verify, type VerificationResult } from '../verification/verify';
import { parseApiAddress } from './api-address';
import { CommandError } from './command-error';

export const recountUsage = `Usage:
  landfall recount --api <url> --owner <name>…
    [--from <day>] [--until <day>] [--package <id>]… [--pixel <id>]…
    [--filter <id>] [--exclude-audience <list>] [--where <condition>]…
    [--last-event <number>] [--events <file>]… [--questions <number>]
    [--seed <number>]

Recounts every breakdown, and random queries from a seed, from exported events,
and compares them with the API.

Reads an API token with permission to export from LANDFALL_TOKEN. Days are UTC,
such as 2026-03-01. --until is the day after the last one (default: today),
--from the first (default: 30 days before). Both can be times, such as
2026-03-01T10:00:00Z; random queries are about days only. --package and --pixel take ids
(default: all).
--events reads events from files exported with counted=true&format=ndjson and
the same range, filter, conditions and last event. These options work with a
single owner.

Exit codes: 0 equal, 1 different, 2 not comparable.
`;

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function recountCommand(args: string[]): Promise<number> {
  let values = optionsOf(args);
  let { owner: owners = [], until = dayOf(Date.now()) } = values;
  let token = process.env.LANDFALL_TOKEN;
  if (!token) throw new CommandError('LANDFALL_TOKEN is not set.', recountUsage);
  if (owners.length === 0) throw new CommandError('Missing option: --owner.', recountUsage);
  let api = parseApiAddress(values.api, '--api', recountUsage);
  let from = values.from ?? dayOf(Date.parse(until) - 30 * dayMs);
  let ask = async (path: string) => {
    let answer = await fetch(new URL(path, api), { headers: { authorization: `Bearer ${token}` } });
    let text = await answer.text();
    if (!answer.ok) throw new Error(`${path} responded with ${answer.status}: ${text.slice(0, 300)}`);
    return text;
  };
  let exported = values.events?.map((file) => readFileSync(file, 'utf8')).join('');
  let isEqual = true;
  try {
    for (let owner of owners) {
      let verified = await verify(ask, {
        owner,
        from,
        until,
        questions: Number(values.questions ?? 200),
        seed: Number(values.seed ?? 1),
        packages: values.package,
        pixels: values.pixel,
        filter: values.filter,
        excludeAudience: values['exclude-audience'],
        where: values.where,
        lastEvent: values['last-event'],
        exported,
      });
      print(`${owner}, ${from} until ${until}`, verified);
      isEqual &&= verified.wrong.length === 0;
    }
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    return 2;
  }
  return isEqual ? 0 : 1;
}

function optionsOf(args: string[]) {
  let text = { type: 'string' } as const;
  let list = { type: 'string', multiple: true } as const;
  try {
    let { values } = parseArgs({
      args,
      options: {
        api: text,
        owner: list,
        from: text,
        until: text,
        package: list,
        pixel: list,
        filter: text,
        'exclude-audience': text,
        where: list,
        'last-event': text,
        events: list,
        questions: text,
        seed: text,
      },
    });
    return values;
  } catch (error) {
    throw new CommandError(error, recountUsage);
  }
}

function print(about: string, { reports, values, events, requests, wrong }: VerificationResult): void {
  let count = (number: number) => number.toLocaleString('en');
  for (let { path, differences } of wrong)
    process.stdout.write(`${path}\n  ${differences.slice(0, 10).join('\n  ')}\n`);
  process.stdout.write(
    `${about}: ${count(requests)} requests decided again, ${count(events)} events that count, ${reports} reports, ` +
      `${count(values)} values: ${wrong.length === 0 ? 'equal' : `${wrong.length} reports differ`}\n`,
  );
}
