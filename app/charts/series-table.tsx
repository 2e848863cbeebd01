/** The numbers of a chart as a table, folded away below it. */
import type { LineChartData } from './geometry.server';
import { exact } from '../ui/numbers';

interface SeriesTableProps {
  chart: LineChartData;
  caption: string;
  bucketName: string;
}

export function SeriesTable({ chart, caption, bucketName }: SeriesTableProps) {
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer text-muted hover:text-ink">Show the numbers as a table</summary>
      <div className="relative mt-2 max-h-80 overflow-auto" role="region" aria-label={`${caption}, table`} tabIndex={0}>
        <table className="w-full border-collapse [&_td]:px-2 [&_td]:py-0.5 [&_td]:text-right [&_td]:tabular-nums [&_th]:px-2 [&_th]:py-1 [&_tr]:border-b [&_tr]:border-line">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="text-left">
                {bucketName} (UTC)
              </th>
              {chart.lines.map((line) => (
                <th key={line.name} scope="col" className="text-right">
                  {line.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.labels.map((label, i) => (
              <tr key={label}>
                <th scope="row" className="text-left font-normal">
                  {label}
                </th>
                {chart.lines.map((line) => (
                  <td key={line.name}>{exact(line.values[i] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
