import type { ReactNode } from 'react';

/** Scrollable by keyboard. */
export function CodeBlock({ label, children }: { label: string; children: ReactNode }) {
  return (
    <pre
      role="region"
      tabIndex={0}
      aria-label={label}
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 text-sm"
    >
      <code translate="no">{children}</code>
    </pre>
  );
}
