/** The annotations of a chart, listed below it. */
import { named } from '../ui/name';
import type { ChartNote } from './geometry.server';

interface ChartAnnotation extends ChartNote {
  day: string;
  /** What the person wrote, without the day. */
  comment: string;
  /** Package name; empty for all packages. */
  about: string;
  /** Author and date. */
  by: string;
  /** Edit page; empty without permission. */
  to: string;
}

export interface ChartNotes {
  list: ChartAnnotation[];
  /** Number of older annotations that are not listed. */
  more: number;
  all: string;
  /** Page to add one; empty without permission. */
  add: string;
}

export function NoteList({ notes }: { notes: ChartNotes['list'] }) {
  return (
    <ol aria-label="Annotations" className="mt-2 flex w-full flex-wrap gap-x-6 gap-y-1 text-sm">
      {notes.map(({ number, day, comment, about, by, to }) => (
        <li key={number} value={number} className="flex gap-2">
          <span className="h-4 shrink-0 rounded-full bg-accent px-1.5 text-xs leading-4 text-on-accent tabular-nums">
            {number}
          </span>
          <span className="min-w-0 break-words">
            <span className="whitespace-nowrap text-muted">{day}</span> <span>{comment}</span>{' '}
            <span className="text-xs text-muted">
              {about && named`about ${about}, `}
              {named`by ${by}`}
              {to && (
                <>
                  {' '}
                  <a href={to} className="text-accent underline">
                    Change<span className="sr-only">: {comment}</span>
                  </a>
                </>
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

export function NoteLinks({ notes: { more, all, add } }: { notes: ChartNotes }) {
  let links = [
    ...(add ? [{ to: add, label: 'Add annotation' }] : []),
    { to: all, label: more > 0 ? `All annotations (${more} more in this range)` : 'All annotations' },
  ];
  return links.map(({ to, label }) => (
    <a key={to} href={to} className="text-sm text-accent underline">
      {label}
    </a>
  ));
}
