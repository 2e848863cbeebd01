/** Plain text if `to` is empty. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { classes } from './class-names';

interface RowLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

export function RowLink({ to, className, children }: RowLinkProps) {
  if (!to) return <span className={className}>{children}</span>;
  return (
    <Link
      to={to}
      preventScrollReset
      className={classes('underline-offset-2 hover:text-accent-strong hover:underline', className)}
    >
      {children}
    </Link>
  );
}
