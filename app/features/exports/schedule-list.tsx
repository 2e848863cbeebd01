/** The daily exports of an owner, and the history of what they have sent. */
import { Form } from '@remix-run/react';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { Badge, type BadgeColour } from '../../ui/badge';
import { Day } from '../../ui/day';
import { EmptyState } from '../../ui/empty-state';
import { Moment } from '../../ui/moment';
import { Cell, type Column, Table } from '../../ui/table';
import type { RunLine, ScheduleLine } from './read.server';

/** One export a line, with what can be done about it. */
export function ScheduleList({ owner, exports }: { owner: string; exports: readonly ScheduleLine[] }) {
  return (
    <ul className="divide-y divide-line">
      {exports.map(({ id, to, through, what, madeBy, madeAt }) => (
        <li key={id} className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-mono font-medium break-all">{to}</p>
            <p className="break-words">{what.join('. ')}.</p>
            <p className="break-words text-muted">{through}</p>
            <p className="text-muted">
              Scheduled by {madeBy} on <Day iso={madeAt} />
            </p>
          </div>
          <div className="flex gap-2">
            <Form method="post" action={paths.organizationExportRuns(owner, id)} preventScrollReset>
              <SubmitButton size="sm" variant="outline">
                Run now<span className="sr-only"> to {to}</span>
              </SubmitButton>
            </Form>
            <Form method="post" action={paths.organizationExportRemoval(owner, id)} preventScrollReset>
              <SubmitButton size="sm" variant="danger-outline">
                Remove<span className="sr-only"> {to}</span>
              </SubmitButton>
            </Form>
          </div>
        </li>
      ))}
    </ul>
  );
}

const columns: Column[] = [
  { label: 'Day (UTC)' },
  { label: 'Status' },
  { label: 'Files' },
  { label: 'Lines', numeric: true },
  { label: 'Size', numeric: true },
];

export function RunTable({ runs }: { runs: readonly RunLine[] }) {
  if (runs.length === 0)
    return (
      <EmptyState title="Nothing was sent yet">
        The files of a day are sent shortly after it has ended in UTC. A day that fails is tried again three times.
      </EmptyState>
    );
  return (
    <Table caption="History of exports" columns={columns}>
      {runs.map((run) => (
        <tr key={run.id}>
          <Cell rowHeader>
            <Day iso={run.date} />
            {run.byHand && <span className="block text-xs font-normal text-muted">Run by hand</span>}
          </Cell>
          <Cell className="min-w-44">
            <Status run={run} />
          </Cell>
          <Cell className="min-w-56">
            {run.files.map((file) => (
              <span key={file} className="block font-mono text-xs break-all">
                {file}
              </span>
            ))}
            <span className="block break-all text-muted">{run.to}</span>
          </Cell>
          <Cell numeric>{run.rows}</Cell>
          <Cell numeric>{run.size}</Cell>
        </tr>
      ))}
    </Table>
  );
}

const looks: Record<RunLine['status'], [colour: BadgeColour, words: string]> = {
  waiting: ['yellow', 'Waiting'],
  running: ['blue', 'Running'],
  done: ['green', 'Done'],
  failed: ['red', 'Failed'],
};

function Status({ run: { status, reason, at } }: { run: RunLine }) {
  let [colour, words] = looks[status];
  return (
    <>
      <Badge colour={colour}>{words}</Badge>
      {reason && <span className="mt-1 block">{reason}</span>}
      <span className="mt-1 block text-muted">
        {status === 'waiting' && 'Next attempt '}
        {status === 'running' ? 'Since ' : ''}
        <Moment iso={at} />
      </span>
    </>
  );
}
