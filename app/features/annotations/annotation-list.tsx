import { Form, Link } from '@remix-run/react';
import { inputClass } from '../../forms/field-frame';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { AnnotationLine } from './annotations.server';

interface AnnotationListProps {
  q: string;
  total: number;
  lines: readonly AnnotationLine[];
  mayChange: boolean;
}

export function AnnotationList({ q, total, lines, mayChange }: AnnotationListProps) {
  let columns = [
    { label: 'Day' },
    { label: 'Annotation' },
    { label: 'About' },
    { label: 'By' },
    ...(mayChange ? [{ label: 'Change', hiddenLabel: true }] : []),
  ];
  return (
    <Card title={total === 1 ? '1 annotation' : `${total} annotations`} flush>
      <Form
        method="get"
        role="search"
        aria-label="Annotations"
        className="flex flex-wrap items-end gap-3 px-4 pb-4 sm:px-6"
      >
        <label className="flex min-w-48 flex-1 flex-col gap-1 text-sm font-medium sm:max-w-72">
          Search
          <input key={q} type="search" name="q" defaultValue={q} className={`${inputClass} font-normal`} />
        </label>
        <Button type="submit" variant="outline">
          Search
        </Button>
      </Form>
      {lines.length === 0 ? (
        <EmptyState title={q ? 'No matching annotations' : 'No annotations yet'}>
          Mark releases, talks and posts on your charts.
        </EmptyState>
      ) : (
        <Table caption="Annotations, newest first" columns={columns}>
          {lines.map((line) => (
            <TableRow key={line.id}>
              <TableCell className="whitespace-nowrap">
                <Link to={line.report} className="text-accent underline">
                  {line.day}
                </Link>
              </TableCell>
              <TableCell rowHeader className="min-w-48 break-words">
                {line.text}
              </TableCell>
              <TableCell className="min-w-32 break-words">{line.about}</TableCell>
              <TableCell className="min-w-32 text-muted">{line.by}</TableCell>
              {mayChange && (
                <TableCell>
                  <div className="flex gap-2">
                    <LinkButton to={line.change} size="sm" variant="outline">
                      Change<span className="sr-only">: {line.text}</span>
                    </LinkButton>
                    <PostForm action={line.removal}>
                      <SubmitButton size="sm" variant="danger-outline">
                        Delete<span className="sr-only">: {line.text}</span>
                      </SubmitButton>
                    </PostForm>
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
