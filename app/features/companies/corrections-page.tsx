/** Corrections, and networks without a known company. */
import { Form, Link } from '@remix-run/react';
import { inputClass } from '../../forms/field-frame';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { CorrectionLine, MatchLine } from './matches.server';

interface CorrectionListProps {
  total: number;
  lines: readonly CorrectionLine[];
  mayChange: boolean;
}

export function CorrectionList({ total, lines, mayChange }: CorrectionListProps) {
  let columns = [
    { label: 'Network' },
    { label: 'By the rules' },
    { label: 'Counts for' },
    { label: 'Who and when' },
    ...(mayChange ? [{ label: 'Change' }] : []),
  ];
  return (
    <Card
      title={total === 1 ? '1 correction' : `${total} corrections`}
      description="Corrections apply to past and future events of this account."
      flush
    >
      {lines.length === 0 ? (
        <EmptyState title="No corrections yet">Reassign a network from any company page.</EmptyState>
      ) : (
        <Table caption="Corrections, newest first" columns={columns}>
          {lines.map((line) => (
            <TableRow key={line.id}>
              <TableCell rowHeader className="min-w-44 break-words">
                {line.network}
              </TableCell>
              <TableCell className="min-w-32">{line.before}</TableCell>
              <TableCell className="min-w-32">
                {line.company ? (
                  <Link to={line.company} className="text-accent underline">
                    {line.now}
                  </Link>
                ) : (
                  line.now
                )}
              </TableCell>
              <TableCell className="min-w-40">{line.by}</TableCell>
              {mayChange && (
                <TableCell className="min-w-48">
                  <div className="flex flex-wrap gap-2">
                    <PostForm action={line.takeBack}>
                      <SubmitButton size="sm" variant="outline">
                        Remove<span className="sr-only"> {line.network}</span>
                      </SubmitButton>
                    </PostForm>
                    <LinkButton to={line.change} size="sm" variant="outline">
                      Change<span className="sr-only"> {line.network}</span>
                    </LinkButton>
                  </div>
                </TableCell>
              )}
            </TableRow>
          ))}
        </Table>
      )}
    </Card>
  );
}

interface UnnamedNetworksProps {
  owner: string;
  q: string;
  lines: readonly MatchLine[];
  mayChange: boolean;
}

export function UnnamedNetworks({ owner, q, lines, mayChange }: UnnamedNetworksProps) {
  let columns = [
    { label: 'Network' },
    { label: 'Events', numeric: true },
    { label: 'Last seen' },
    ...(mayChange ? [{ label: 'Do you know them?' }] : []),
  ];
  return (
    <Card
      title="Networks without a company"
      description="Most active unmatched networks of the last 90 days. A search finds all others."
      flush
    >
      <Form
        method="get"
        action={paths.corrections(owner)}
        role="search"
        aria-label="Networks"
        className="flex flex-wrap items-end gap-3 px-4 pb-4 sm:px-6"
      >
        <label className="flex min-w-48 flex-1 flex-col gap-1 text-sm font-medium sm:max-w-72">
          Number or name of a network
          <input key={q} type="search" name="q" defaultValue={q} className={`${inputClass} font-normal`} />
        </label>
        <Button type="submit" variant="outline">
          Show networks
        </Button>
      </Form>
      {lines.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted sm:px-6">No such network has sent anything.</p>
      ) : (
        <Table caption="Networks, the one with the most events first" columns={columns}>
          {lines.map((line) => (
            <TableRow key={line.of}>
              <TableCell rowHeader className="min-w-48">
                <span className="break-words">{line.network}</span>
                <span className="block text-xs font-normal text-muted">{line.why}</span>
              </TableCell>
              <TableCell numeric>{line.events}</TableCell>
              <TableCell>
                <time dateTime={line.lastSeen.iso} className="whitespace-nowrap">
                  {line.lastSeen.ago}
                </time>
              </TableCell>
              {mayChange && (
                <TableCell>
                  <LinkButton to={line.change} size="sm" variant="outline">
                    This is them<span className="sr-only"> {line.network}</span>
                  </LinkButton>
                </TableCell>
              )}
            </TableRow>
          ))}
        </Table>
      )}
    </Card>
  );
}
