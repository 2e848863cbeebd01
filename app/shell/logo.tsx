/** The logo: an arrow landing on a shore line. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '../links/paths';
import { siteName } from '../config/site';
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
      <svg viewBox="0 0 32 32" className="size-7 shrink-0" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M16 6v11M11.5 13L16 17.5 20.5 13M6 23.5c2.5 0 2.5-2 5-2s2.5 2 5 2 2.5-2 5-2 2.5 2 5 2"
          className="stroke-on-accent"
          fill="none"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={compact ? 'max-[25rem]:sr-only' : undefined}>{siteName}</span>
    </span>
  );
}
