/** The one card of a guests' page: heading, form, and a line that leads elsewhere. */
import type { ReactNode } from 'react';

export function GuestCard({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-6">
      <h1 className="text-xl font-semibold">{title}</h1>
      {children}
      {foot && <p className="text-sm text-muted">{foot}</p>}
    </section>
  );
}
