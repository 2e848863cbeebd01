import type { AggregationRow } from 'contract/analytics/aggregations';
import type { ChartMarkup } from '../../charts/chart-style';
import type { DrillDownLink } from '../../charts/drill-down.server';
import { drawWorldMap } from '../../charts/world-map.server';
import { countryName } from '../../text/display-names.server';
import { reportDimensions } from './breakdown.server';

interface MapOf {
  title: string;
  unit: string;
  toRows: DrillDownLink;
}

/** Null if no country is known. */
export function countryMap(rows: readonly AggregationRow[], { title, unit, toRows }: MapOf): ChartMarkup | null {
  let countries = rows.flatMap((row) =>
    row.country
      ? {
          code: row.country,
          name: countryName(row.country),
          value: row.total,
          to: toRows([reportDimensions.country.whereOf(row)]),
        }
      : [],
  );
  return countries.length > 0 ? { html: drawWorldMap({ countries, title, unit }) } : null;
}
