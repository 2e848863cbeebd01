/** Which parts of the summaries answer a question, and which events they lack. */
import type { FindCoverage } from '../query/dialect';
import { partitionIn } from '../shape/ends';
import { inMonths } from '../summaries/summary-source';
import type { Clickhouse } from './client';
import { clickhouseDialect } from './dialect';
import { entriesOf, hasSummaryTables, summarizedEnds, type Entry } from './summary-parts';

/** Numbers of parts in a question. */
const partsMax = 20_000;

/** What the parts have of questions, once the process that stores events has made their tables. */
export function createCoverage({ cluster }: Pick<Clickhouse, 'cluster'>): FindCoverage {
  let isThere = false;
  return async (ask, scope, days) => {
    isThere ||= await hasSummaryTables({ ask, cluster });
    return isThere ? coverageOf(ask, scope, days) : undefined;
  };
}

const coverageOf: FindCoverage = async (ask, { keys, end }, days) => {
  // Read first: parts that are made later than this are left out.
  let ends = await summarizedEnds(ask);
  let upto = ends[partitionIn(end)] ?? ends[0] ?? 0;
  if (upto === 0 || upto > end) return undefined;
  let among = clickhouseDialect.isAmong(keys);
  let ofMonths = inMonths(days);
  // All of an owner are only needed to know whether these are all.
  let isOfOwner = keys.length > 1 ? `owner IN (SELECT owner FROM summary_parts WHERE ${among} AND ${ofMonths})` : among;
  let entries = (await entriesOf(ask, `${isOfOwner} AND ${ofMonths}`)).map((entry) => ({
    ...entry,
    isReady: entry.isReady && entry.until <= upto && entry.asOf <= end,
  }));
  let own = new Set(keys);
  let ready = entries.filter(({ isReady }) => isReady);
  if (ready.length === 0 || ready.length > partsMax) return undefined;
  let missing = entries
    .filter(({ artifact, isReady, isBehind }) => own.has(artifact) && (!isReady || isBehind))
    .map(({ artifact, month, isReady, until }) => ({ artifact, month, since: isReady ? until : 0 }));
  return {
    upto,
    missing,
    owner: wholeOwner(entries, own),
    isReady(asked) {
      let wanted = new Set(asked);
      let parts = ready.filter(({ artifact }) => wanted.has(artifact)).map(({ part }) => part);
      return parts.length > 0 ? `part IN (${parts.join(', ')})` : 'false';
    },
  };
};

/** The owner whose parts have all that these packages or pixels have, besides what is missing. */
function wholeOwner(entries: readonly Entry[], own: ReadonlySet<number>): number | undefined {
  let others = new Set(entries.map(({ artifact }) => artifact).filter((artifact) => !own.has(artifact)));
  let [owner] = others;
  if (others.size !== 1 || owner === undefined || owner >= 0) return undefined;
  let ofMonth = new Map(entries.filter(({ artifact }) => artifact === owner).map((entry) => [entry.month, entry]));
  // A part of the owner that was made before one of its packages lacks events that nothing else has.
  let isWhole = entries.every(({ month, until, isReady }) => isReady && until <= (ofMonth.get(month)?.until ?? -1));
  return isWhole ? owner : undefined;
}
