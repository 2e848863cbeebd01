import { figures } from 'contract/analytics/figures';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { SortLink } from '../../charts/list-table';
import type { Option } from '../../forms/fields';
import { QuerySelect } from '../../forms/query-select';
import { ReportTools } from '../../forms/report-tools';
import { SearchField } from '../../forms/search-field';
import { Card } from '../../ui/card';
import { EmptyState, NextStep, type NextStepContent } from '../../ui/empty-state';
import { LowConfidenceNote } from '../../ui/low-confidence-note';
import type { LeadsQuery } from '../../links/query-parameters';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';
import type { LeadLine, LeadPageData } from './leads.server';

const scores: Option[] = ['25', '50', '75'].map((value) => ({ value, label: `Score ${value} or more` }));

interface LeadFormProps {
  page: Pick<LeadPageData, 'list' | 'stages'>;
  home: string;
  /** Bell and export. */
  actions: ReactNode;
}

export function LeadForm({ page: { list, stages }, home, actions }: LeadFormProps) {
  return (
    <ReportTools action={home} kept={{ sort: list.sort }} actions={actions}>
      <SearchField label="Name or domain" value={list.q} />
      <Choice name="stage" label="Stage" value={list.stage} none="Any stage" options={stages} />
      <Choice name="score" label="Score" value={list.score} none="Any score" options={scores} />
    </ReportTools>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  none: string;
  options: readonly Option[];
}

function Choice({ name, label, value, none, options }: ChoiceProps) {
  return (
    <QuerySelect compact name={name} label={label} value={value}>
      <option value="">{none}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </QuerySelect>
  );
}

interface LeadListProps {
  page: Pick<LeadPageData, 'lines' | 'total' | 'days' | 'list' | 'lookFor' | 'isAnswered' | 'leftOut' | 'withLow'>;
  to: (list: LeadsQuery) => string;
  next: NextStepContent | null;
  stage: (stage: LeadLine['stage']) => ReactNode;
}

export function LeadList({ page, to, next, stage }: LeadListProps) {
  let { lines, total, days, list, lookFor, isAnswered, leftOut, withLow } = page;
  let isNarrowed = list.q || list.stage || list.score;
  return (
    <Card
      title={total === 1 ? '1 qualified lead' : `${total} qualified leads`}
      description={`Last ${days === 1 ? 'day' : `${days} days`}, ${isAnswered ? 'matching your criteria' : 'scored by stage and activity only'}`}
      flush
    >
      {lookFor.length > 0 && <p className="px-4 pb-3 text-sm sm:px-6">Ask for: {lookFor.join('; ')}</p>}
      {next ? (
        <NextStep step={next} />
      ) : lines.length === 0 ? (
        <EmptyState
          title="No companies yet"
          action={
            isNarrowed && (
              <Link to={to({})} className="text-sm text-accent underline">
                Show all leads
              </Link>
            )
          }
        >
          We list companies as we match IP addresses. Try broader criteria or a longer period.
        </EmptyState>
      ) : (
        <Table caption="Qualified leads" columns={columnsOf(list, to)}>
          {lines.map((line) => (
            <Line key={line.key} line={line} stage={stage} />
          ))}
        </Table>
      )}
      <div className="px-4 pt-3 empty:hidden sm:px-6">
        <LowConfidenceNote count={leftOut} show={withLow} />
      </div>
      <ScoreRule />
    </Card>
  );
}

function columnsOf(list: LeadPageData['list'], to: LeadListProps['to']): TableColumn[] {
  let sortable = (name: string, sort: string) => {
    let sorted = list.sort === sort ? ('descending' as const) : undefined;
    let head = { to: to({ ...list, sort }), sorted: sorted ?? ('' as const) };
    return { label: <SortLink head={head}>{name}</SortLink>, name, sorted };
  };
  return [
    { label: 'Company' },
    { ...sortable(figures.score.label, ''), numeric: true },
    { label: 'Why' },
    { label: 'Stage' },
    { label: 'Details' },
    sortable(figures.firstSeen.label, 'newest'),
    sortable(figures.lastSeen.label, 'last-seen'),
  ];
}

function Line({ line, stage }: { line: LeadLine; stage: LeadListProps['stage'] }) {
  let details = [line.industry, line.size && `${line.size} people`, line.place].filter(Boolean).join(' · ');
  return (
    <TableRow>
      <TableCell rowHeader className="sm:whitespace-nowrap">
        <Link to={line.to} title={line.domain || undefined} className="text-accent underline">
          {line.name}
        </Link>
      </TableCell>
      <TableCell numeric>
        <span title={line.parts}>{line.score}</span>
      </TableCell>
      <TableCell>
        <details>
          <summary className="cursor-pointer">{line.inShort}</summary>
          <ul className="text-xs text-muted">
            {line.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
            {line.linkedin && (
              <li>
                <a href={line.linkedin} rel="noreferrer" className="text-accent underline">
                  LinkedIn<span className="sr-only"> of {line.name}</span>
                </a>
              </li>
            )}
          </ul>
        </details>
      </TableCell>
      <TableCell className="sm:whitespace-nowrap">{stage(line.stage)}</TableCell>
      <TableCell className="sm:whitespace-nowrap">{details || <span className="text-muted">Not known</span>}</TableCell>
      <TableCell className="whitespace-nowrap">{line.firstSeen}</TableCell>
      <TableCell className="whitespace-nowrap">
        <time dateTime={line.lastSeen.iso}>{line.lastSeen.ago}</time>
      </TableCell>
    </TableRow>
  );
}

function ScoreRule() {
  return (
    <details className="border-t border-line px-4 py-3 text-sm sm:px-6">
      <summary className="cursor-pointer font-medium">How scoring works</summary>
      <p className="mt-2 max-w-prose">Six parts add up to 100 points. Companies outside your criteria have no score.</p>
      <ul className="mt-1 max-w-prose list-disc pl-5">
        <li>Stage, up to 25: Interest 6, Investigation 12, Experimentation 18, Ongoing usage 25, Inactive 0.</li>
        <li>Volume, up to 20: downloads and page views on a logarithmic scale; 1,000 give all points.</li>
        <li>Recency, up to 15: all if seen today, fewer with each day since.</li>
        <li>Breadth, up to 10: four packages give all points.</li>
        <li>Trend, up to 10: the share of events in the second half of the period.</li>
        <li>
          Fit, up to 20: shared equally among your answers about countries, sizes, industries and technologies. Unknown
          values get no points.
        </li>
      </ul>
    </details>
  );
}
