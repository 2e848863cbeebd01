/** The header of pages without a session (spec section 2): documentation, sign in, join. */
import { Link } from '@remix-run/react';
import { paths } from '../paths';
import { LinkButton } from '../ui/button';
import { triggerClass } from '../ui/menu';
import { DocumentationLink } from './documentation-link';
import { Logo, LogoLink } from './logo';
import { useSiteData } from './site-data';

export function GuestHeader() {
  let site = useSiteData();
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-7xl items-center gap-1 px-4">
        <LogoLink>
          <Logo compact />
        </LogoLink>
        <nav aria-label="Main" className="ml-auto flex items-center gap-1">
          <DocumentationLink className={triggerClass} />
          <Link to={paths.login()} className={`${triggerClass} no-underline`}>
            Login
          </Link>
          {site?.registration === 'open' && (
            <LinkButton to={paths.register()} size="sm">
              Join
            </LinkButton>
          )}
        </nav>
      </div>
    </header>
  );
}
