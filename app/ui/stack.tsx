import type { ReactNode } from 'react';
import { classes } from './class-names';

/** `narrow`: line length for forms and prose. */
export function Stack({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return <div className={classes('flex flex-col gap-5', narrow && 'max-w-2xl')}>{children}</div>;
}
