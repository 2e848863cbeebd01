/** Links from the rows and days of a report to the narrower report. */
import { keyOf, type ReadWhere, readWhere } from 'contract/analytics/where';
import type { DayRange } from 'contract/floor/days';
import { conditionsId } from '../ui/chips';

/**
 * Returns the report with these conditions added. They replace conditions on the same keys, except
 * negated ones, which are combined. Empty if nothing would change or the conditions contradict each
 * other.
 */
export type DrillDownLink = (conditions: readonly string[]) => string;

export interface DrillDown {
  toRows: DrillDownLink;
  toRowsOf?: (packageId: string) => DrillDownLink;
  toArtifact?: (kind: 'package' | 'tracking-pixel', id: string) => string;
  /** The page of a company, by its domain or name. */
  toCompany?: (company: string) => string;
  toDays: (days: DayRange) => string;
}

/** `where`: the report's conditions; `to` returns its URL with other conditions. */
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
    return all.refused.length > 0 || all.texts.toSorted().join('\n') === current
      ? ''
      : `${to(all.texts)}#${conditionsId}`;
  };
}
