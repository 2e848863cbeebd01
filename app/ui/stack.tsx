/** The parts of a page one below the other. */
import type { ReactNode } from 'react';
import { classes } from './class-names';

/** `narrow` is for forms and reading, where a whole screen's width would be too long a line. */
export function Stack({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return <div className={classes('flex flex-col gap-5', narrow && 'max-w-2xl')}>{children}</div>;
}
