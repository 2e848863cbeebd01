/** Links of a report that narrow it: to the rows of its lists, and to the days of its charts. */
import { type ReadWhere, readWhere } from 'contract/analytics/where';
import type { DayRange } from './date-buckets.server';

/**
 * The report of a row by its conditions. Those of the report on the same keys hold for the row, so
 * its own take their place; conditions with a `not`, which stand for all other rows, join them.
 * Empty where the report is that already, and where the conditions do not go together.
 */
export type DrillDownLink = (conditions: readonly string[]) => string;

export interface DrillDown {
  toRows: DrillDownLink;
  /** As `toRows`, for the report of one package. */
  toRowsOf?: (packageId: string) => DrillDownLink;
  /** The report of one package or pixel. */
  toArtifact?: (kind: 'package' | 'tracking-pixel', id: string) => string;
  toDays: (days: DayRange) => string;
}

/** `where` are the conditions of the report, `to` gives its address with others. */
export function drillDownLink(where: readonly string[], to: (where: string[]) => string): DrillDownLink {
  let { texts } = readWhere(where);
  let current = texts.toSorted().join('\n');
  let base = new Map<string, ReadWhere>();
  return (conditions) => {
    let isOther = conditions.every((one) => /^[^:]+:(not-equals:|is-not-empty$)/.test(one));
    let keys = isOther ? [] : conditions.map(keyOf);
    let name = keys.join();
    let others = base.get(name) ?? readWhere(texts.filter((text) => !keys.includes(keyOf(text))));
    base.set(name, others);
    let all = readWhere(conditions, others);
    return all.refused.length > 0 || all.texts.toSorted().join('\n') === current ? '' : to(all.texts);
  };
}

function keyOf(condition: string): string {
  return condition.slice(0, condition.indexOf(':'));
}
