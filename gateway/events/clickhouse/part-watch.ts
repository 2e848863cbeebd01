import { watchDamage, type DamageWatch } from '../damage-watch';
import type { Clickhouse } from './client';
import { isDamage, isGone, isLimit } from './explain';
import { identifier, literal } from './literals';
import { isSummary } from './summary-parts';

/**
 * Damaged parts of the tables on the server. In a cluster each server looks after its own: a replica
 * fetches a damaged part from another.
 */
export function watchParts({ ask }: Pick<Clickhouse, 'ask'>, warn: (sentence: string) => void): DamageWatch {
  async function isDamaged(table: string, part: string): Promise<boolean> {
    let settings = 'SETTINGS check_query_single_value_result = 0';
    try {
      let rows = await ask(`CHECK TABLE ${identifier(table)} PART ${literal(part)} ${settings}`);
      return rows.some(({ is_passed, message }) => Number(is_passed) === 0 && !isLimit(String(message)));
    } catch (error) {
      if (isDamage(error)) return true;
      // It was merged, or its table was made again.
      if (isGone(error)) return false;
      throw error;
    }
  }

  async function find(signal: AbortSignal): Promise<string[]> {
    let parts = await ask(
      'SELECT table, name FROM system.parts WHERE database = currentDatabase() AND active ORDER BY table, name',
    );
    let damaged = new Set<string>();
    for (let { table, name } of parts) {
      signal.throwIfAborted();
      if (await isDamaged(String(table), String(name))) damaged.add(String(table));
    }
    return [...damaged];
  }

  return watchDamage({
    find,
    isSummary,
    sentences: {
      events: (tables) =>
        `ClickHouse cannot read ${tables}, and reports that need all of it fail. Check the disk. CHECK TABLE names the ` +
        'damaged parts; restore the table from a backup.',
      summaries: (tables) =>
        `ClickHouse cannot read ${tables}. It is a summary: reports are right, and slower. Check the disk. To have it made ` +
        'again, stop Landfall, drop the table, and start.',
    },
    warn,
  });
}
