/** Links of a report that narrow it: to the rows of its lists, and to the days of its charts. */
import { readWhere } from 'contract/where';
import type { Days } from './charts/days.server';

/**
 * The report with these conditions as well; empty where it has them already, and where they do not go
 * with its others.
 */
export type ToRows = (conditions: readonly string[]) => string;

export interface Narrowing {
  toRows: ToRows;
  toDays: (days: Days) => string;
}

/** `where` are the conditions of the report, `to` gives its address with others. */
export function rowLinks(where: readonly string[], to: (where: string[]) => string): ToRows {
  let current = readWhere(where);
  return (conditions) => {
    let added = conditions.filter((one) => !current.texts.includes(one));
    let all = readWhere(added, current);
    return added.length === 0 || all.refused.length > current.refused.length ? '' : to(all.texts);
  };
}
