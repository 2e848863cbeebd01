/** An ⓘ that opens a short explanation, also without scripts. */
import { type ReactNode, useRef } from 'react';
import { Icon } from './icon';
import { useClosingDetails } from './menu';

interface InfoProps {
  /** Says what is explained: `How we count unique users`. */
  label: string;
  children: ReactNode;
}

/** The panel is as wide as the nearest positioned ancestor, at most 20 rem. */
export function Info({ label, children }: InfoProps) {
  let details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <details ref={details} name="info" className="inline-block align-middle font-normal print:hidden">
      <summary className="-m-2 inline-flex cursor-pointer list-none p-2 text-muted hover:text-ink">
        <Icon name="info" />
        <span className="sr-only">{label}</span>
      </summary>
      <div className="absolute inset-x-2 z-20 mt-2 max-w-80 rounded-md border border-line bg-surface p-3 text-left text-sm whitespace-normal text-ink shadow-lg">
        {children}
      </div>
    </details>
  );
}
