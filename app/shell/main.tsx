/** Target of the "Skip to content" link. */
import type { ReactNode } from 'react';
import { classes } from '../ui/class-names';

export function Main({ className, children }: { className: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={classes('min-w-0 outline-none', className)}>
      {children}
    </main>
  );
}
