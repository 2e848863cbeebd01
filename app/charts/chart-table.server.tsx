/** The chart's numbers as a collapsed, sortable table with a CSV link. */
import { timeZone } from '../locale/reader-format';
import { valueText, marksText } from './chart-points.server';
import { type ChartLine, indexes, type LineChartData } from './geometry.server';
import {
  tableHeads,
  sortRows,
  type SortOrder,
  sortOrderIn,
  type TableHead,
  type TableLinks,
} from './table-sort.server';

interface TableData extends Pick<LineChartData, 'labels' | 'links' | 'flags' | 'notes'> {
  lines: readonly Pick<ChartLine, 'name' | 'values' | 'texts'>[];
}

interface SeriesTableProps {
  chart: TableData;
  id: string;
  caption: string;
  bucketName: string;
  links: TableLinks | undefined;
}

export function SeriesTable({ chart, id, caption, bucketName, links }: SeriesTableProps) {
  let order = links && sortOrderIn(links.page, id);
  let columns = [`${bucketName} (${timeZone()})`, ...chart.lines.map(({ name }) => name)];
  let heads =
    links && tableHeads(links.page, id, { count: columns.length, defaultOrder: { column: 0, isDown: false } });
  return (
    <details id={`${id}-table`} className="mt-2 scroll-mt-4 text-sm open:w-full" open={order !== undefined}>
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">View as table</summary>
      {links?.file && (
        <p className="mt-2">
          <a href={links.file} download className="text-accent underline">
            Download CSV<span className="sr-only">: {caption}</span>
          </a>
        </p>
      )}
      <div
        className="scrolls relative mt-2 max-h-80 overflow-auto"
        role="region"
        aria-label={`${caption}, table`}
        tabIndex={0}
      >
        <table className="w-full border-collapse [&_td]:px-2 [&_td]:py-0.5 [&_td]:text-right [&_td]:tabular-nums [&_th]:px-2 [&_th]:py-1 [&_tr]:border-b [&_tr]:border-line">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((name, column) => (
                <th
                  key={name}
                  translate={column > 0 ? 'no' : undefined}
                  scope="col"
                  className={column === 0 ? 'text-left' : 'text-right'}
                  aria-sort={heads?.[column]?.sorted || undefined}
                >
                  {heads?.[column] ? <a href={heads[column].to}>{name + arrowOf(heads[column])}</a> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsIn(chart, order).map((i) => (
              <tr key={chart.labels[i]}>
                <th scope="row" className="text-left font-normal">
                  {chart.links[i] ? <a href={chart.links[i]}>{chart.labels[i]}</a> : chart.labels[i]}
                  {marksText(chart, i).map((text) => (
                    <span key={text} className="block text-xs text-muted">
                      {text}
                    </span>
                  ))}
                </th>
                {chart.lines.map((line) => (
                  <td key={line.name}>{valueText(line, i)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function arrowOf({ sorted }: TableHead): string {
  if (!sorted) return '';
  return sorted === 'descending' ? ' ↓' : ' ↑';
}

/** Bucket indexes in sort order; unknown values last. */
function rowsIn({ labels, lines }: TableData, order: SortOrder | undefined): number[] {
  let all = indexes(labels);
  return order ? sortRows(all, order, (i, column) => (column === 0 ? i : lines[column - 1]?.values[i])) : all;
}
