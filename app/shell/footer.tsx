import { Form, Link } from '@remix-run/react';
import type { FooterList } from '../config/footer-links';
import { paths } from '../links/paths';
import { type Theme, themes } from '../session/theme';
import { siteName } from '../config/site';
import { classes } from '../ui/class-names';
import { DocumentationLink } from './documentation-link';
import { useHere, useSiteData } from './use-page';

export function Footer() {
  let site = useSiteData();
  return (
    <footer className="mt-auto border-t border-line text-sm text-muted">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-4">
        {site && site.footer.length > 0 && <Lists lists={site.footer} />}
        <p>{siteName}</p>
        <DocumentationLink className="inline-flex items-center gap-1 text-inherit hover:text-ink" />
        <Link to={paths.howWeCount()} className="text-inherit no-underline hover:text-ink">
          How we count
        </Link>
        <div className="sm:ml-auto">
          <ThemeSwitch theme={site?.theme ?? 'system'} />
        </div>
        {site && site.attributions.length > 0 && (
          <div className="w-full text-xs">
            {site.attributions.map((sentence) => (
              <p key={sentence}>
                <Linked text={sentence} />
              </p>
            ))}
          </div>
        )}
      </div>
    </footer>
  );
}

function Lists({ lists }: { lists: readonly FooterList[] }) {
  return (
    <nav aria-label="Footer" className="grid w-full grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-6 pb-3">
      {lists.map(({ title, links }) => (
        <section key={title} className="min-w-0">
          <h2 className="mb-1 font-medium text-ink">{title}</h2>
          <ul className="flex flex-col gap-1">
            {links.map(({ label, href }) => (
              <li key={label}>
                <a href={href} className="text-inherit break-words no-underline hover:text-ink hover:underline">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Turns URLs in a sentence into links. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s,)]*[^\s,).])/).map((part, i) =>
    i % 2 ? (
      <a key={i} href={part} className="text-inherit underline">
        {part.replace(/^https?:\/\//, '')}
      </a>
    ) : (
      part
    ),
  );
}

const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Each button posts to /theme and returns here. */
function ThemeSwitch({ theme }: { theme: Theme }) {
  let here = useHere();
  return (
    <Form method="post" action={paths.theme()} preventScrollReset className="flex items-center gap-2">
      <input type="hidden" name="back" value={here} />
      <span id="theme-label">Theme</span>
      <span role="group" aria-labelledby="theme-label" className="flex rounded-md border border-line-strong p-0.5">
        {themes.map((name) => (
          <button
            key={name}
            type="submit"
            name="theme"
            value={name}
            aria-pressed={name === theme}
            className={classes(
              'min-h-6 cursor-pointer rounded px-2 text-xs',
              name === theme ? 'bg-accent-soft font-medium text-accent-strong' : 'hover:bg-sunken',
            )}
          >
            {labels[name]}
          </button>
        ))}
      </span>
    </Form>
  );
}
