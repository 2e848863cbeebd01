/** Donut chart with a list of its parts. */
import { Link } from '@remix-run/react';
import { useId } from 'react';
import { donutBox, fills, grounds, chartId } from './chart-style';
import type { DonutData } from './donut.server';
import { SortableHead, TableCsvLink } from './list-table';
import type { ListTable } from './table-sort.server';
import { formatCompact, formatInteger } from '../ui/numbers';
import { RowLink } from '../ui/row-link';

interface DonutProps {
  data: DonutData;
  title: string;
  unit: string;
  nameLabel: string;
  table?: ListTable;
}

export function Donut({ data, title, unit, nameLabel, table }: DonutProps) {
  return (
    <figure className="flex flex-wrap items-center gap-6">
      <Ring data={data} title={title} unit={unit} />
      <div className="min-w-48 flex-1">
        <table
          id={`${chartId(title)}-table`}
          className="w-full border-collapse text-sm [&_td]:py-1 [&_td]:pl-4 [&_td]:text-right [&_td]:tabular-nums"
        >
          <caption className="sr-only">{title}</caption>
          <thead className={table ? 'text-right text-muted [&_th]:font-medium' : 'sr-only'}>
            <tr>
              <SortableHead head={table?.heads[0]} className="text-left">
                {nameLabel}
              </SortableHead>
              <SortableHead head={table?.heads[1]}>{unit === 'downloads' ? 'Downloads' : 'Views'}</SortableHead>
              <th scope="col">
                <span className="sr-only">share</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {listedOf(data).map((slice) => (
              <tr key={slice.name}>
                <th scope="row" className="flex items-center gap-2 py-1 text-left font-normal">
                  <span aria-hidden="true" className={`size-3 shrink-0 rounded-sm ${grounds[slice.tone]}`} />
                  <RowLink to={slice.to}>{slice.name}</RowLink>
                </th>
                <td>{slice.value}</td>
                <td className="text-muted">{slice.share}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-2">
          <TableCsvLink table={table} title={title} />
        </p>
      </div>
    </figure>
  );
}

function listedOf({ slices, listed }: DonutData) {
  return listed.flatMap((i) => slices[i] ?? []);
}

function Ring({ data, title, unit }: Pick<DonutProps, 'data' | 'title' | 'unit'>) {
  let id = useId();
  let { radius } = donutBox;
  let box = `${-radius} ${-radius} ${radius * 2} ${radius * 2}`;
  return (
    <div className="relative mx-auto size-32 shrink-0">
      <svg
        viewBox={box}
        className="absolute inset-0 size-full"
        role="img"
        aria-labelledby={`${id}t`}
        aria-describedby={`${id}d`}
      >
        <title id={`${id}t`}>{title}</title>
        <desc id={`${id}d`}>
          {`Clockwise from the top: ${data.slices.map((s) => `${s.name} ${s.share}`).join(', ')}.`}
        </desc>
      </svg>
      {/* The links of the table once more, for pointers: an image has no links in it. */}
      <svg viewBox={box} className="absolute inset-0 size-full" aria-hidden="true">
        {data.slices.map((slice) => {
          let path = (
            <path key={slice.name} d={slice.path} className={fills[slice.tone]}>
              <title>{`${slice.name}: ${slice.value} (${slice.share})`}</title>
            </path>
          );
          return slice.to ? (
            <Link key={slice.name} to={slice.to} discover="none" preventScrollReset tabIndex={-1}>
              {path}
            </Link>
          ) : (
            path
          );
        })}
      </svg>
      <p
        className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center text-center"
        aria-hidden="true"
      >
        <span className="text-lg font-semibold tabular-nums" title={formatInteger(data.total)}>
          {formatCompact(data.total)}
        </span>
        <span className="text-xs text-muted">{unit}</span>
      </p>
    </div>
  );
}
