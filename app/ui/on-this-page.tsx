/** A long page with a list of its parts: beside it on wide screens, collapsed above it on others. */
import type { ReactNode } from 'react';

interface OnThisPageProps {
  parts: readonly { id: string; title: string }[];
  children: ReactNode;
}

export function OnThisPage({ parts, children }: OnThisPageProps) {
  if (parts.length < 2) return children;
  return (
    <div className="flex flex-col gap-5 xl:grid xl:grid-cols-[minmax(0,1fr)_12rem] xl:gap-8 print:block">
      <nav
        aria-label="On this page"
        className="text-sm xl:sticky xl:top-4 xl:order-last xl:max-h-[calc(100vh-2rem)] xl:self-start xl:overflow-y-auto print:hidden"
      >
        <p className="pb-1 text-xs font-medium text-muted max-xl:hidden">On this page</p>
        <details className="folds-more rounded-md border border-line xl:border-0">
          <summary className="cursor-pointer px-3 py-2 font-medium">On this page</summary>
          <ul className="px-3 pb-2 xl:px-0">
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="block py-1 text-muted no-underline hover:text-ink">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </nav>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </div>
  );
}
