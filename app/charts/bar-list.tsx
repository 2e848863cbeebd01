/** Bars in a table, so that the chart is its own data table. */
import type { ReactNode } from 'react';
import { RowLink } from '../ui/row-link';
import { chartId, tintGrounds } from './chart-style';
import type { Bar } from './geometry.server';
import { SortableHead, TableCsvLink } from './list-table';
import type { ListTable } from './table-sort.server';

interface BarListProps {
  bars: readonly Bar[];
  title: string;
  nameLabel: string;
  valueLabel: string;
  /** Label of the darker part; omitted when no bar has one. */
  innerLabel?: string;
  /** The links that sort it, and its file. */
  table?: ListTable | null | undefined;
  /** A link beside that to the file. */
  more?: ReactNode;
}

export function BarList({ bars, title, nameLabel, valueLabel, innerLabel, table, more }: BarListProps) {
  let list = (
    <table
      id={`${chartId(title)}-table`}
      className="w-full border-collapse text-sm [&_td]:py-1 [&_td]:pl-3 [&_th]:py-1 [&_thead]:text-xs"
    >
      <caption className="sr-only">{title}</caption>
      <thead className="text-muted">
        <tr className="border-b border-line text-right [&_th]:font-medium [&_th]:whitespace-nowrap">
          <SortableHead head={table?.heads[0]} className="px-2 text-left">
            {nameLabel}
          </SortableHead>
          <SortableHead head={table?.heads[1]}>
            {innerLabel && <Swatch className="bg-chart-1/12" />}
            {valueLabel}
          </SortableHead>
          <th scope="col" className="pl-3 max-sm:hidden">
            Share
          </th>
          {innerLabel && (
            <SortableHead head={table?.heads[2]} className="pl-3">
              <Swatch className="bg-chart-1/22" />
              {innerLabel}
            </SortableHead>
          )}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <Row key={bar.name + bar.detail} bar={bar} hasInner={innerLabel !== undefined} />
        ))}
      </tbody>
    </table>
  );
  return (
    <div>
      {list}
      <div className="mt-1 flex flex-wrap items-baseline gap-x-4 text-sm">
        {more}
        <TableCsvLink table={table} title={title} />
      </div>
    </div>
  );
}

/** The shade of a column's bar. */
function Swatch({ className }: { className: string }) {
  return <span aria-hidden="true" className={`mr-1.5 inline-block size-2.5 rounded-sm ${className}`} />;
}

/** The name is on its bar. */
function Row({ bar, hasInner }: { bar: Bar; hasInner: boolean }) {
  return (
    <tr className="text-right tabular-nums hover:bg-sunken">
      <th scope="row" translate="no" className="relative w-full px-2 text-left font-normal [overflow-wrap:anywhere]">
        <BarShape bar={bar} />
        <span className="relative">
          {bar.tone && (
            <span aria-hidden="true" className={`mr-2 inline-block size-2.5 rounded-sm ${tintGrounds[bar.tone]}`} />
          )}
          {bar.code && (
            <span
              aria-hidden="true"
              className="mr-1.5 inline-block min-w-6 rounded-sm border border-line bg-surface px-0.5 text-center text-[0.625rem] leading-4 text-muted"
            >
              {bar.code}
            </span>
          )}
          <RowLink to={bar.to} className="after:absolute after:inset-0">
            {bar.name}
          </RowLink>
          {bar.detail && (
            <span className="block text-xs text-muted">
              {/* Above the link that covers the row. */}
              <RowLink to={bar.detailTo} className={bar.detailTo && 'relative z-10'}>
                {bar.detail}
              </RowLink>
            </span>
          )}
        </span>
      </th>
      <td className="whitespace-nowrap">{bar.value}</td>
      <td className="text-muted max-sm:hidden">{bar.share}</td>
      {hasInner && <td className="whitespace-nowrap text-muted">{bar.inner || '–'}</td>}
    </tr>
  );
}

function BarShape({ bar }: { bar: Bar }) {
  if (bar.width === 0) return null;
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="absolute inset-x-0 inset-y-0.5 h-[calc(100%-0.25rem)] w-full"
      aria-hidden="true"
    >
      <rect width={bar.width} height="10" className="fill-chart-1/12" />
      {bar.innerWidth > 0 && <rect width={bar.innerWidth} height="10" className="fill-chart-1/10" />}
    </svg>
  );
}
