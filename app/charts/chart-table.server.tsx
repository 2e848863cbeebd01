/** The numbers of a chart as a folded table below it, which links sort, and as a file. */
import { valueText, wordsAt } from './chart-points.server';
import type { ChartLine, LineChartData } from './geometry.server';

export interface TableLinks {
  /** The address of the page, where `order` names a table and its column. */
  page: string;
  /** Address of the numbers as CSV; without it, there is no such file. */
  file?: string | undefined;
}

/** What a table needs of a chart. */
export interface TableData extends Pick<LineChartData, 'labels' | 'links' | 'flags' | 'notes'> {
  lines: readonly Pick<ChartLine, 'name' | 'values' | 'texts'>[];
}

interface SeriesTableProps {
  chart: TableData;
  id: string;
  caption: string;
  bucketName: string;
  links: TableLinks | undefined;
}

/** By time where `column` is 0, else by the numbers of that line. */
interface Order {
  column: number;
  isDown: boolean;
}

export function SeriesTable({ chart, id, caption, bucketName, links }: SeriesTableProps) {
  let order = links && orderIn(links.page, id);
  let columns = [`${bucketName} (UTC)`, ...chart.lines.map(({ name }) => name)];
  return (
    <details id={`${id}-table`} className="mt-2 scroll-mt-4 text-sm" open={order !== undefined}>
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">Show the numbers as a table</summary>
      {links?.file && (
        <p className="mt-2">
          <a href={links.file} download className="text-accent underline">
            Numbers as CSV<span className="sr-only">: {caption}</span>
          </a>
        </p>
      )}
      <div className="relative mt-2 max-h-80 overflow-auto" role="region" aria-label={`${caption}, table`} tabIndex={0}>
        <table className="w-full border-collapse [&_td]:px-2 [&_td]:py-0.5 [&_td]:text-right [&_td]:tabular-nums [&_th]:px-2 [&_th]:py-1 [&_tr]:border-b [&_tr]:border-line">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((name, column) => (
                <th
                  key={name}
                  scope="col"
                  className={column === 0 ? 'text-left' : 'text-right'}
                  aria-sort={order?.column === column ? (order.isDown ? 'descending' : 'ascending') : undefined}
                >
                  {links ? <a href={sortedBy(links.page, id, column, order)}>{name + arrowOf(column, order)}</a> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsIn(chart, order).map((i) => (
              <tr key={chart.labels[i]}>
                <th scope="row" className="text-left font-normal">
                  {chart.links[i] ? <a href={chart.links[i]}>{chart.labels[i]}</a> : chart.labels[i]}
                  {wordsAt(chart, i).map((text) => (
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

/** `order=downloads-over-time.1.down`; undefined where it is about another table. */
function orderIn(page: string, id: string): Order | undefined {
  let [table, column, way] = new URLSearchParams(page.split('?')[1]).get('order')?.split('.') ?? [];
  return table === id ? { column: Number(column) || 0, isDown: way === 'down' } : undefined;
}

/**
 * The same page with the table in another order: the largest number first, and back at the second
 * time.
 */
function sortedBy(page: string, id: string, column: number, order: Order | undefined): string {
  let [path, search] = page.split('?');
  let query = new URLSearchParams(search);
  let isDown = order?.column === column ? !order.isDown : column > 0 || !order;
  query.set('order', `${id}.${column}.${isDown ? 'down' : 'up'}`);
  return `${path}?${query.toString()}#${id}-table`;
}

function arrowOf(column: number, order: Order | undefined): string {
  if (order?.column !== column) return '';
  return order.isDown ? ' ↓' : ' ↑';
}

/** Indexes of buckets in the order of the table. What is not known comes last. */
function rowsIn({ labels, lines }: TableData, order: Order | undefined): number[] {
  let all = labels.map((_, i) => i);
  if (!order) return all;
  let { column, isDown } = order;
  let line = lines[column - 1];
  let sign = isDown ? -1 : 1;
  if (!line) return isDown ? all.reverse() : all;
  let known = all.filter((i) => line.values[i] != null);
  let rest = all.filter((i) => line.values[i] == null);
  return [...known.sort((a, b) => sign * (line.values[a]! - line.values[b]!)), ...rest];
}
