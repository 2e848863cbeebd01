/** How much of a report bots and mirrors are, as a sentence under its form. */
import type { AggregationRow } from 'contract/aggregations';
import { exact, share } from '../../ui/numbers';
import { noise, type Selection } from './aggregation-client.server';
import { audienceName } from './breakdown.server';

export interface AudienceNote {
  text: string;
  /** Label of the link that excludes bots and mirrors or includes them; empty without any. */
  link: string;
}

/** From the rows of all audiences: what is left out, or would be, and of whom. */
export function audienceNote(
  rows: AggregationRow[],
  { pixels, packages }: Selection,
  isLeftOut: boolean,
): AudienceNote {
  let unit = pixels === 'none' ? 'downloads' : packages === 'none' ? 'views' : 'downloads and views';
  let total = sum(rows);
  let parts = noise
    .map((audience) => ({ audience, count: sum(rows.filter((row) => row.audience === audience)) }))
    .filter(({ count }) => count > 0);
  let count = parts.reduce((all, part) => all + part.count, 0);
  let link = isLeftOut ? 'Count them' : 'Leave them out';
  if (count === 0)
    return { text: `No ${unit} of bots, mirrors or AI crawlers are known in these days.`, link: isLeftOut ? link : '' };
  let whose = parts.map((part) => `${audienceName(part.audience)} ${exact(part.count)}`).join(', ');
  let of = `${exact(count)} of ${exact(total)} ${unit} (${share(count, total)})`;
  let text = isLeftOut
    ? `Bots and mirrors are left out, ${of}: ${whose}.`
    : `${of} come from bots and mirrors: ${whose}.`;
  return { text, link };
}

function sum(rows: AggregationRow[]): number {
  return rows.reduce((all, { total }) => all + total, 0);
}
