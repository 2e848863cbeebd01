/** The logo: the mark and the name. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '../links/paths';
import { siteName } from '../config/site';
import { Mark } from '../ui/mark';
import { useSiteData } from './use-page';

interface LogoLinkProps {
  /**
   * The owner's home; without an owner the landing page (spec section 2), or the start page if the
   * operator has none.
   */
  home?: string | undefined;
  className?: string;
  children?: ReactNode;
}

export function LogoLink({ home, className = '', children }: LogoLinkProps) {
  let landing = useSiteData()?.landingUrl;
  return (
    <Link to={home ?? landing ?? paths.root()} className={`rounded-md no-underline ${className}`}>
      {children ?? <Logo />}
    </Link>
  );
}

/** `compact`: visually hides the name on very narrow screens. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight">
      <Mark className="size-7 shrink-0" />
      <span className={compact ? 'max-[25rem]:sr-only' : undefined}>{siteName}</span>
    </span>
  );
}
