/** `landfall import`: sends a file of exported events to an installation, part by part. */
import { createReadStream, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importsApi, importFileTypes, type ImportResult } from 'contract/exports/imports';
import { parseApiAddress } from './api-address';
import { CommandError, requireArguments } from './command-error';
import { filePartsOf, lineInFile, restAfter, type FilePart } from './import-parts';
import { sendPart } from './import-request';

export const importUsage = `Usage:
  landfall import <file> --owner <name> --to <url>
                         Import the events of an export (CSV or NDJSON).
                         Packages and pixels with the same names must exist.
    --source <name>      Installation the file comes from, such as old.example.
                         Required to import files of several installations for
                         one owner
    --from-line <line>   Continue at this line after a failed import

<url> is the API URL. Reads an API token with the scope "events" from
LANDFALL_TOKEN. No event is stored twice, so you can import the same file again.

Exit codes: 0 all events imported, 1 some events or the file rejected.
`;

interface Options {
  file: string;
  address: URL;
  token: string;
  fromLine: number;
}

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function importCommand(args: string[]): Promise<number> {
  let { file, address, token, fromLine } = optionsOf(args, process.env.LANDFALL_TOKEN);
  let { size } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === undefined) throw new Error(`File not found: ${file}`);
  let isCsv = /\.csv$/i.test(file);
  let sums = { stored: 0, known: 0, refused: 0 };
  let done = fromLine - 1;
  try {
    for await (let part of filePartsOf(createReadStream(file), isCsv)) {
      if (part.lastLine < fromLine) continue;
      let to = { address, token, type: isCsv ? importFileTypes.csv : importFileTypes.ndjson };
      let rest = part;
      for (;;) {
        let result = await sendPart(rest, to);
        add(sums, result, rest);
        done = Math.max(done, lineInFile(rest, result.last_line));
        if (result.is_complete) break;
        let after = restAfter(rest, result.last_line);
        if (!after) throw new Error(`The file is incomplete: it ends in line ${done + 1}.`);
        rest = after;
      }
      done = part.lastLine;
      say(`${Math.floor((part.endsAt / size) * 100)} %, ${summary(sums)}, up to line ${done}`);
    }
  } catch (error) {
    let why = error instanceof Error ? error.message : String(error);
    throw new Error(`${why}\nImported up to line ${done}: ${summary(sums)}. Continue with --from-line ${done + 1}.`, {
      cause: error,
    });
  }
  say(`Done: ${summary(sums)}.`);
  return sums.refused > 0 ? 1 : 0;
}

function optionsOf(args: string[], token: string | undefined): Options {
  let { positionals, values } = parsed(args);
  requireArguments(positionals, ['file'], importUsage);
  let [file = ''] = positionals;
  let fromLine = Number(values['from-line'] ?? 1);
  if (!values.owner) throw new CommandError('Missing option: --owner.', importUsage);
  if (!Number.isSafeInteger(fromLine) || fromLine < 1)
    throw new CommandError('--from-line takes the number of a line.', importUsage);
  let { href } = parseApiAddress(values.to, '--to', importUsage);
  if (!token) throw new CommandError('LANDFALL_TOKEN is not set.', importUsage);
  let path = importsApi.importEvents.path.replace('{owner}', encodeURIComponent(values.owner));
  let address = new URL(`${href.replace(/\/+$/, '')}${path}`);
  if (values.source !== undefined) address.searchParams.set('source', values.source);
  return { file, address, token, fromLine };
}

function parsed(args: string[]) {
  let text = { type: 'string' } as const;
  let options = { owner: text, to: text, source: text, 'from-line': text };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error, importUsage);
  }
}

type Sums = Pick<ImportResult, 'stored' | 'known' | 'refused'>;

/** Adds the result of a part, and prints errors of its lines. */
function add(sums: Sums, { stored, known, refused, errors }: ImportResult, part: FilePart): void {
  sums.stored += stored;
  sums.known += known;
  sums.refused += refused;
  for (let { line, field, message } of errors)
    say(`Line ${lineInFile(part, line)}${field && `, ${field}`}: ${message}`);
  if (refused > errors.length) say(`${refused - errors.length} more rejected here.`);
}

function summary({ stored, known, refused }: Sums): string {
  return `${stored} stored, ${known} duplicates, ${refused} rejected`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
