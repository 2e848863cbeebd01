/** One line on what a report counts, with a popover: bot switch, audiences, what is excluded. */
import { Link } from '@remix-run/react';
import { useRef } from 'react';
import { paths } from '../../links/paths';
import { Chips } from '../../ui/chips';
import { Icon } from '../../ui/icon';
import { useClosingDetails } from '../../ui/menu';
import { RowLink } from '../../ui/row-link';
import type { CountingNoteData } from './counting-note.server';

interface CountingNoteProps {
  note: CountingNoteData;
  /** Shown before the summary: the period that numbers are compared with. */
  before?: readonly string[];
  /** First lines of the popover: definitions of the report's numbers. */
  definitions?: readonly string[];
}

export function CountingNote({ note, before = [], definitions = [] }: CountingNoteProps) {
  let { summary, toggle, who, sentences, lastEvent, verification } = note;
  let details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <section aria-label="What is counted" className="relative text-sm text-muted">
      <details ref={details} name="menu" className="group">
        <summary className="inline-flex max-w-full cursor-pointer max-sm:text-xs list-none items-center gap-1.5 rounded hover:text-ink">
          <span className="min-w-0 max-sm:truncate max-sm:group-open:whitespace-normal">
            {[...before, summary].join(' · ')}
          </span>
          <Icon name="info" />
        </summary>
        <div className="absolute top-full left-0 z-30 mt-1 flex w-full max-w-lg flex-col gap-3 rounded-md border border-line bg-surface p-4 shadow-lg">
          {definitions.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {toggle && <Chips label="Bots and mirrors" chips={[toggle]} />}
          {who.length > 0 && (
            <ul aria-label="Audiences" className="grid grid-cols-2 gap-x-6 gap-y-1">
              {who.map(({ name, count, to }) => (
                <li key={name} className="flex flex-wrap justify-between gap-x-3">
                  <RowLink to={to} className="text-ink">
                    {name}
                  </RowLink>
                  <span className="tabular-nums">{count}</span>
                </li>
              ))}
            </ul>
          )}
          <ul className="flex flex-col gap-1">
            {[...sentences, lastEvent].map(({ text, why }) => (
              <li key={text}>
                {text} <Why {...why} />
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap gap-x-4">
            <Why label="How we count" to={paths.howWeCount()} />
            {verification && <Why label="Check these numbers" to={verification} />}
          </p>
        </div>
      </details>
    </section>
  );
}

function Why({ label, to }: { label: string; to: string }) {
  return (
    <Link to={to} className="text-accent underline">
      {label}
    </Link>
  );
}
