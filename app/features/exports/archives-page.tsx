import { Link, useLoaderData } from '@remix-run/react';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { Badge, type BadgeColour } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import { EmptyState } from '../../ui/empty-state';
import { DateTimeText } from '../../ui/moment';
import { PageTitle } from '../../ui/page-title';
import { Stack } from '../../ui/stack';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';
import { paths } from '../../links/paths';
import type { ArchiveLine, archivesPage } from './archives.server';

const columns: TableColumn[] = [{ label: 'Requested' }, { label: 'Status' }, { label: 'Expires' }, { label: 'File' }];

export function ArchivesPage() {
  let { lines, home, isOpen, days } = useLoaderData<typeof archivesPage>();
  return (
    <Stack>
      <PageTitle
        title="Full backup"
        description={
          <>
            Download everything as one file.{' '}
            <Link to={paths.docs('exports')} className="text-accent underline">
              What’s included
            </Link>
          </>
        }
      />
      <Card title="Create backup" description="We email you when it is ready. Passwords and secrets are not included.">
        <PostForm>
          <SubmitButton pending="Creating …">Create backup</SubmitButton>
        </PostForm>
      </Card>
      <Card
        title="Backups"
        description={`Kept for ${days} days, or until data is erased.`}
        actions={
          isOpen && (
            <LinkButton to={home} variant="outline" size="sm" preventScrollReset>
              Refresh
            </LinkButton>
          )
        }
        flush
      >
        {lines.length > 0 ? (
          <Table caption="Backups" columns={columns}>
            {lines.map((line) => (
              <ArchiveRow key={line.id} line={line} />
            ))}
          </Table>
        ) : (
          <EmptyState title="No backups yet">Create one above.</EmptyState>
        )}
      </Card>
    </Stack>
  );
}

const statuses: Record<ArchiveLine['status'], { label: string; colour: BadgeColour }> = {
  waiting: { label: 'Waiting', colour: 'yellow' },
  running: { label: 'Creating', colour: 'blue' },
  done: { label: 'Ready', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
  others: { label: 'Unknown', colour: 'default' },
};

function ArchiveRow({ line }: { line: ArchiveLine }) {
  let { label, colour } = statuses[line.status];
  return (
    <TableRow>
      <TableCell rowHeader>
        <DateTimeText iso={line.created_at} />
        <span className="block font-normal text-muted">by {line.by}</span>
      </TableCell>
      <TableCell>
        <Badge colour={colour}>{label}</Badge>
        <span className="block text-muted">{line.about}</span>
      </TableCell>
      <TableCell>{line.status === 'done' && <DateText iso={line.ends_at} />}</TableCell>
      <TableCell>
        <div className="flex flex-wrap gap-2 max-sm:justify-end">
          {line.status === 'done' && (
            <LinkButton to={line.file} reloadDocument size="sm">
              Download
            </LinkButton>
          )}
          <PostForm action={line.removal} preventScrollReset>
            <SubmitButton size="sm" variant="danger-outline">
              Delete
            </SubmitButton>
          </PostForm>
        </div>
      </TableCell>
    </TableRow>
  );
}
