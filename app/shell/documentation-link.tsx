/** The way to the documentation site; nothing where the operator named none (DOCS_URL). */
import { Icon } from '../ui/icon';
import { useSiteData } from './site-data';

export function DocumentationLink({ className }: { className: string }) {
  let docsUrl = useSiteData()?.docsUrl;
  if (!docsUrl) return null;
  return (
    <a href={docsUrl} className={`${className} no-underline`}>
      Documentation
      <Icon name="external" className="size-4 text-muted" />
    </a>
  );
}
