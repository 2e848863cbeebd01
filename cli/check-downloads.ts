/** `landfall check-downloads`: fails if a package or a release has lost downloads, for CI. */
import { parseArgs } from 'node:util';
import { aggregationsApi, AggregationRow } from 'contract/analytics/aggregations';
import { parseLines, pathOf, queryText } from 'contract/floor/call-address';
import { ErrorAnswer } from 'contract/api/error-answer';
import * as limits from 'contract/floor/limits';
import { addDays } from 'contract/floor/days';
import { dayOf } from 'contract/floor/time';
import { errorMessage } from 'net/error-message';
import { parseApiAddress } from './api-address';
import { CommandError } from './command-error';
import { type DownloadComparison, comparePeriods, compareReleases, type DayRow } from './compare-downloads';

export const checkDownloadsUsage = `Usage:
  landfall check-downloads --owner <name> --package <name>
                          Compare the last 7 days with the 7 days before
    --release <version>   Compare the first days of this release with the
                          previous release
    --against <version>   Compare it with this release instead
    --days <number>       Days to compare, excluding today (default: 7)
    --max-loss <percent>  Maximum drop in percent (default: 20)
    --least <number>      Pass if there were fewer downloads before (default: 10)

Reads the API URL from LANDFALL_URL, and an API token with the scope "read" from
LANDFALL_TOKEN.

Exit codes: 0 no such drop, 1 a drop, 2 unknown.
`;

const answerMs = 60_000;

interface Options {
  owner: string;
  name: string;
  release: string | undefined;
  against: string | undefined;
  days: number;
  maxLoss: number;
  least: number;
  url: string;
  token: string;
}

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function checkDownloadsCommand(args: string[]): Promise<number> {
  let options = optionsOf(args, process.env);
  let today = dayOf(Date.now());
  let rows: DayRow[];
  try {
    rows = await readDays(options, today);
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    return 2;
  }
  let { name, release, against, days } = options;
  if (rows.length === 0) {
    process.stderr.write(`No downloads of a package named ${name}. Check the name.\n`);
    return 2;
  }
  let found = release
    ? compareReleases(rows, { release, against }, { days, today, from: firstDay(today) })
    : comparePeriods(rows, { days, today });
  if ('downloads' in found) return judge(found, options);
  say(`${name}: ${found.why}`);
  return found.isLoss ? 1 : 0;
}

function judge(
  { now, before, downloads, downloadsBefore, change }: DownloadComparison,
  { name, maxLoss, least }: Options,
): number {
  say(`${name}, ${now}: ${counted(downloads)}`);
  say(`${name}, ${before}: ${counted(downloadsBefore)}`);
  if (downloadsBefore < least) {
    say(`Fewer than ${least} before. Not enough to compare.`);
    return 0;
  }
  let loss = (1 - change.now / change.before) * 100;
  let said = `${Math.abs(loss).toFixed(1).replace(/\.0$/, '')} % ${loss > 0 ? 'less' : 'more'}`;
  say(loss > maxLoss ? `${said}: a drop of more than ${maxLoss} %.` : `${said}.`);
  return loss > maxLoss ? 1 : 0;
}

function firstDay(today: string): string {
  return addDays(today, 1 - limits.yearDays);
}

/** Downloads per day, and per version with `--release`. */
async function readDays({ owner, name, release, url, token }: Options, today: string): Promise<DayRow[]> {
  let query = {
    query: name,
    rollup: 'daily',
    breakdown_set: release ? 'by-version' : 'by-total',
    start_date: firstDay(today),
    end_date: addDays(today, 1),
    group_by_artifact: 'true',
  };
  let path = pathOf(aggregationsApi.exportEntityAggregations, { owner }) + queryText(query);
  let response = await fetch(url.replace(/\/+$/, '') + path, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  });
  let text = await response.text();
  if (!response.ok) throw new Error(`Request rejected: ${refusalIn(text, response.status)}`);
  return AggregationRow.array().parse(parseLines(text));
}

function refusalIn(text: string, status: number): string {
  try {
    let { message, field } = ErrorAnswer.parse(JSON.parse(text));
    return field ? `${message} (${field})` : message;
  } catch {
    return `status ${status}`;
  }
}

function optionsOf(args: string[], { LANDFALL_URL: url, LANDFALL_TOKEN: token }: NodeJS.ProcessEnv): Options {
  let { owner, package: name, release, against, ...numbers } = parsed(args);
  let days = numberOf('--days', numbers.days ?? '7', 1, Math.floor((limits.yearDays - 1) / 2));
  let maxLoss = numberOf('--max-loss', numbers['max-loss'] ?? '20', 0, 100);
  let least = numberOf('--least', numbers.least ?? '10', 1, Number.MAX_SAFE_INTEGER);
  if (!owner || !name) throw new CommandError(`Missing option: --${owner ? 'package' : 'owner'}.`, checkDownloadsUsage);
  // A pattern would select several packages.
  if (/[*,!]/.test(name)) throw new CommandError('--package takes the name of one package.', checkDownloadsUsage);
  if (against !== undefined && release === undefined)
    throw new CommandError('--against goes with --release.', checkDownloadsUsage);
  let { href } = parseApiAddress(url, 'LANDFALL_URL', checkDownloadsUsage);
  if (!token) throw new CommandError('LANDFALL_TOKEN is not set.', checkDownloadsUsage);
  return { owner, name, release, against, days, maxLoss, least, url: href, token };
}

function parsed(args: string[]) {
  let text = { type: 'string' } as const;
  let words = { owner: text, package: text, release: text, against: text };
  let options = { ...words, days: text, 'max-loss': text, least: text };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new CommandError(error, checkDownloadsUsage);
  }
}

/** A whole number within bounds. */
function numberOf(option: string, text: string, least: number, most: number): number {
  let number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new CommandError(`${option} takes a number from ${least} to ${most}.`, checkDownloadsUsage);
  return number;
}

function counted(downloads: number): string {
  return `${downloads.toLocaleString('en')} ${downloads === 1 ? 'download' : 'downloads'}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
