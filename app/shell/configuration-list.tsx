/** 'App Configuration', as dialog and page. */
import type { Configuration, Entry } from './configuration.server';

export function ConfigurationList({ configuration: { flags, settings } }: { configuration: Configuration }) {
  return (
    <div className="flex flex-col gap-5 text-sm">
      <Entries title="Feature flags" entries={flags} />
      {settings && <Entries title="Settings" entries={settings} />}
    </div>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      <dl className="divide-y divide-line rounded-md border border-line">
        {entries.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 px-3 py-1.5">
            <dt className="min-w-0 font-mono text-xs wrap-anywhere">{name}</dt>
            <dd className="min-w-0 font-mono text-xs wrap-anywhere text-muted">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
