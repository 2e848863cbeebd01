/** The foot of every page: the product, the documentation, the theme, and what the licences of the data in use ask to be said. */
import { siteName } from '../site';
import { DocumentationLink } from './documentation-link';
import { useSiteData } from './site-data';
import { ThemeSwitch } from './theme-switch';

export function Footer() {
  let site = useSiteData();
  return (
    <footer className="mt-auto border-t border-line text-sm text-muted">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-3 px-4 py-5">
        <p>{siteName}</p>
        <DocumentationLink className="inline-flex items-center gap-1 text-inherit hover:text-ink" />
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

/** A sentence with its web addresses as links. */
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
