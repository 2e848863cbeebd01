import { figures } from 'contract/analytics/figures';
import { Link } from '@remix-run/react';
import { SortLink } from '../../charts/list-table';
import { formatInteger } from '../../ui/numbers';
import { Card } from '../../ui/card';
import { type Chip, Chips } from '../../ui/chips';
import { EmptyState, NextStep, type NextStepContent } from '../../ui/empty-state';
import { LowConfidenceNote } from '../../ui/low-confidence-note';
import { UniqueInfo } from '../../shell/unique-info';
import { RowLink } from '../../ui/row-link';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { CompanyLine, ListColumn } from './company-list.server';
import { StageBadge } from './stages';

interface CompanyListProps {
  total: number;
  rangeLabel: string;
  columns: readonly ListColumn[];
  lines: readonly CompanyLine[];
  stages: readonly Chip[];
  low: Chip;
  /** Number of hidden companies with low confidence only. */
  leftOut: number;
  withPoints: boolean;
  next: NextStepContent | null;
}

export function CompanyList({
  total,
  rangeLabel,
  columns,
  lines,
  stages,
  low,
  leftOut,
  withPoints,
  next,
}: CompanyListProps) {
  return (
    <>
      <Chips label="Stage" chips={stages} />
      <LowConfidenceNote count={leftOut} show={low.to} />
      <Card
        title={total === 1 ? '1 company' : `${formatInteger(total)} companies`}
        description={`${rangeLabel}. Stage as of today.`}
        flush
      >
        {next ? (
          <NextStep step={next} />
        ) : lines.length === 0 ? (
          <EmptyState title="No companies yet">
            We list companies as we match IP addresses. Try a longer period or fewer filters.
          </EmptyState>
        ) : (
          <Table caption="Companies" columns={columns.map(columnOf)}>
            {lines.map((line) => (
              <Line key={line.key} line={line} withPoints={withPoints} />
            ))}
          </Table>
        )}
      </Card>
    </>
  );
}

function columnOf({ label, numeric, head }: ListColumn) {
  let heading = <SortLink head={head}>{label}</SortLink>;
  let isUnique = label === figures.sources.label;
  let labelled = isUnique ? (
    <>
      {heading}{' '}
      <span className="max-sm:hidden">
        <UniqueInfo />
      </span>
    </>
  ) : (
    heading
  );
  return { label: labelled, name: label, numeric, sorted: head?.sorted || undefined };
}

function Line({ line, withPoints }: { line: CompanyLine; withPoints: boolean }) {
  return (
    <TableRow>
      <TableCell rowHeader className="min-w-44">
        <Link
          to={line.to}
          title={[line.domain, line.why].filter(Boolean).join(' · ')}
          className="text-accent underline"
        >
          {line.name || line.domain}
        </Link>
      </TableCell>
      <TableCell>
        <RowLink to={line.stageTo}>
          <StageBadge stage={line.stage} />
        </RowLink>
      </TableCell>
      {line.numbers.map((number, i) => (
        <TableCell key={i} numeric>
          {number}
        </TableCell>
      ))}
      <TableCell>
        <RowLink to={line.country.to}>{line.country.name}</RowLink>
      </TableCell>
      <TableCell>
        <MomentText moment={line.firstSeen} />
      </TableCell>
      <TableCell>
        <MomentText moment={line.lastSeen} />
      </TableCell>
      {withPoints && <TableCell numeric>{line.points}</TableCell>}
    </TableRow>
  );
}

interface Moment {
  iso: string;
  ago: string;
  day: string;
}

function MomentText({ moment }: { moment: Moment }) {
  return (
    <time dateTime={moment.iso} title={moment.day} className="whitespace-nowrap">
      {moment.ago}
    </time>
  );
}
