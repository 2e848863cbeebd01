/** How unique users are counted: the one explanation beside all their numbers. */
import type { ReactNode } from 'react';
import { paths } from '../links/paths';
import { Info } from '../ui/info';

/** `children`: further measures. */
export function UniqueInfo({ children }: { children?: ReactNode }) {
  return (
    <Info label="How we count unique users">
      A user is one network with one client, counted once a month (UTC) unless the server is set up otherwise. Longer
      ranges add the months.{' '}
      <a href={paths.howWeCount('unique')} className="text-accent underline">
        How we count
      </a>
      {children}
    </Info>
  );
}
