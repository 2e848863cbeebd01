/** Collapsed on narrow screens, always open on wide ones. */
import type { ReactNode } from 'react';

export function Collapsible({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="folds w-full">
      <summary className="cursor-pointer text-sm font-medium">{label}</summary>
      <div className="mt-3 flex flex-wrap items-start gap-3">{children}</div>
    </details>
  );
}
