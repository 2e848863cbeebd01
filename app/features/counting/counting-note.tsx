/** Below a report's numbers: bot switch, audiences, and what is excluded. */
import { Link } from '@remix-run/react';
import { paths } from '../../links/paths';
import { Chips } from '../../ui/chips';
import { RowLink } from '../../ui/row-link';
import type { CountingNoteData } from './counting-note.server';

export function CountingNote({
  note: { toggle, who, sentences, lastEvent, verification },
}: {
  note: CountingNoteData;
}) {
  return (
    <section aria-label="What is counted" className="flex flex-col gap-2 text-sm text-muted">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {toggle && <Chips label="Bots and mirrors" chips={[toggle]} />}
        {who.length > 0 && (
          <ul aria-label="Who asked" className="flex flex-wrap gap-x-3 gap-y-1">
            {who.map(({ name, count, to }) => (
              <li key={name}>
                <RowLink to={to} className="text-ink">
                  {name}
                </RowLink>{' '}
                <span className="tabular-nums">{count}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p>
        {[...sentences, lastEvent].map(({ text, why }) => (
          <span key={text}>
            {text} <Why {...why} /> ·{' '}
          </span>
        ))}
        <Why label="How we count" to={paths.howWeCount()} />
        {verification && (
          <>
            {' '}
            · <Why label="Check these numbers" to={verification} />
          </>
        )}
      </p>
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
