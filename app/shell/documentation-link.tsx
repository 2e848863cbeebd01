/** The link to the documentation: the operator's own site (DOCS_URL), or that of the product. */
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
