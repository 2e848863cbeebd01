/** DOCS_URL if set, otherwise our own documentation. */
import { Link } from '@remix-run/react';
import { paths } from '../links/paths';
import { Icon } from '../ui/icon';
import { useSiteData } from './use-page';

export function DocumentationLink({ className }: { className: string }) {
  let docsUrl = useSiteData()?.docsUrl;
  if (!docsUrl)
    return (
      <Link to={paths.docs()} className={`${className} no-underline`}>
        Documentation
      </Link>
    );
  return (
    <a href={docsUrl} className={`${className} no-underline`}>
      Documentation
      <Icon name="external" className="size-4 text-muted" />
    </a>
  );
}
