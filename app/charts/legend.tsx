/** The names of series beside the pattern and colour they are drawn in. */
import { dashes, strokes, type Tone } from './tones';

export interface LegendEntry {
  name: string;
  tone: Tone;
}

export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {entries.map(({ name, tone }) => (
        <li key={name} className="flex min-w-0 items-center gap-2">
          <svg viewBox="0 0 28 8" className="h-2 w-7 shrink-0" aria-hidden="true">
            <path d="M1 4H27" className={strokes[tone]} strokeWidth="2.5" strokeDasharray={dashes[tone]} />
          </svg>
          <span className="min-w-0 break-all">{name}</span>
        </li>
      ))}
    </ul>
  );
}
