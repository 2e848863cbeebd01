/**
 * The page shown for whatever failed, inside a shell. Never a stack; status, address and code in
 * development only.
 */
import { Link, useRouteError } from '@remix-run/react';
import { paths } from '../paths';
import { LinkButton } from '../ui/button';
import { type Failure, readFailure } from './failure';
import { useHere } from './use-current-url';
import { useSiteData } from './site-data';

/** For a route's ErrorBoundary. */
export function ErrorPage() {
  return <FailurePage failure={readFailure(useRouteError())} />;
}

export function FailurePage({ failure }: { failure: Failure }) {
  let here = useHere();
  let retryable = failure.status >= 500 || failure.status === 429;
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-3 py-12 text-center sm:py-20">
      <p className="text-sm font-medium text-muted tabular-nums">{failure.status}</p>
      <h1 className="text-2xl font-semibold">{failure.title}</h1>
      <p className="text-muted">{failure.text}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {retryable && (
          <LinkButton to={here} reloadDocument>
            Try again
          </LinkButton>
        )}
        {failure.needsTwoFactor && <LinkButton to={paths.twoFactor()}>Set up two-factor authentication</LinkButton>}
        <LinkButton to={paths.root()} variant="outline">
          Go to the start page
        </LinkButton>
      </div>
      <DevelopmentDetails failure={failure} here={here} />
    </div>
  );
}

function DevelopmentDetails({ failure, here }: { failure: Failure; here: string }) {
  if (!useSiteData()?.development) return null;
  return (
    <dl className="mt-6 grid max-w-full grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md border border-line bg-sunken p-4 text-left font-mono text-xs">
      <dt>Status</dt>
      <dd>{failure.status}</dd>
      <dt>URL</dt>
      <dd className="break-all">
        <Link to={here}>{here}</Link>
      </dd>
      <dt>Code</dt>
      <dd className="break-all">{failure.detail ?? 'none'}</dd>
    </dl>
  );
}
