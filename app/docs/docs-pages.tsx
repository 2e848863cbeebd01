import { Link } from '@remix-run/react';
import { inputClass } from '../forms/field-frame';
import { paths } from '../links/paths';
import { siteName } from '../config/site';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { DateText } from '../ui/day';
import { formatCount } from '../ui/numbers';
import { OnThisPage } from '../ui/on-this-page';
import { PageTitle } from '../ui/page-title';
import type { ArticleSection } from './article-html.server';
import type { ArticleEntry } from './articles.server';
import type { DocsSearchHit } from './docs-search.server';

interface Contents {
  groups: readonly { title: string; entries: readonly ArticleEntry[] }[];
}

interface IndexProps extends Contents {
  /** Search text; empty without a search. */
  q: string;
  hits: readonly DocsSearchHit[];
}

export function DocsIndex({ groups, q, hits }: IndexProps) {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6">
      <PageTitle title="Documentation" description={`Set up ${siteName} and understand your numbers.`} />
      <SearchForm q={q} />
      {q && <Hits q={q} hits={hits} />}
      <div className="gap-4 md:columns-2">
        {groups.map(({ title, entries }) => (
          <Card key={title} title={title} className="mb-4 break-inside-avoid">
            <Entries entries={entries.map(({ description, ...entry }) => ({ ...entry, text: description }))} />
          </Card>
        ))}
      </div>
    </div>
  );
}

function SearchForm({ q }: { q: string }) {
  return (
    <form role="search" action={paths.docs()} className="flex max-w-xl gap-2">
      <input
        type="search"
        name="q"
        aria-label="Search the documentation"
        placeholder="Search the documentation"
        defaultValue={q}
        className={inputClass}
      />
      <Button type="submit">Search</Button>
    </form>
  );
}

function Hits({ q, hits }: Pick<IndexProps, 'q' | 'hits'>) {
  return (
    <Card title={`${formatCount(hits.length, 'result')} for “${q}”`}>
      {hits.length > 0 ? (
        <Entries entries={hits.map(({ snippet, ...hit }) => ({ ...hit, text: snippet }))} />
      ) : (
        <p>No results. Try fewer or shorter words.</p>
      )}
    </Card>
  );
}

function Entries({ entries }: { entries: readonly { title: string; to: string; text: string }[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {entries.map(({ title, to, text }) => (
        <li key={to}>
          <Link to={to} className="font-medium text-accent underline">
            {title}
          </Link>
          <p className="text-sm text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}

interface ArticleProps extends Contents {
  title: string;
  description: string;
  published: string;
  html: string;
  parts: readonly ArticleSection[];
  next: ArticleEntry | null;
}

export function ArticlePage({ groups, title, description, published, html, parts, next }: ArticleProps) {
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-8 md:grid-cols-[13rem_minmax(0,1fr)] xl:max-w-6xl">
      <ArticleList groups={groups} title={title} />
      <article className="flex min-w-0 flex-col gap-5 max-xl:max-w-prose">
        <p className="text-sm md:hidden">
          <Link to={paths.docs()} className="text-accent underline">
            All articles
          </Link>
        </p>
        <PageTitle title={title} description={description} />
        <OnThisPage parts={parts}>
          <div className="prose max-w-prose" dangerouslySetInnerHTML={{ __html: html }} />
        </OnThisPage>
        <footer className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line pt-4 text-sm text-muted">
          <span>
            Published <DateText iso={published} />
          </span>
          {next && (
            <span>
              Next:{' '}
              <Link to={next.to} className="text-accent underline">
                {next.title}
              </Link>
            </span>
          )}
        </footer>
      </article>
    </div>
  );
}

/** Sidebar; narrow screens link to the list instead. */
function ArticleList({ groups, title: current }: Contents & { title: string }) {
  return (
    <nav aria-label="Documentation" className="hidden text-sm md:block">
      <Link to={paths.docs()} className={listedClass}>
        All articles
      </Link>
      {groups.map(({ title, entries }) => (
        <div key={title} className="mt-4">
          <p className="text-xs font-medium text-muted">{title}</p>
          <ul className="mt-1">
            {entries.map((entry) => (
              <li key={entry.to}>
                <Link
                  to={entry.to}
                  aria-current={entry.title === current ? 'page' : undefined}
                  className={listedClass}
                >
                  {entry.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const listedClass =
  'block py-1 text-muted no-underline hover:text-ink aria-[current]:font-medium aria-[current]:text-ink';
