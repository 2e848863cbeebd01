/** Error page. Never shows a stack; status, path and code only in development. */
import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react';
import { busySeconds } from 'contract/floor/browser-sentences';
import type { ErrorAnswer } from 'contract/api/error-answer';
import {
  busyTitle,
  failureText,
  failureTitle,
  maintenanceText,
  maintenanceTitle,
  openedAsOther,
  openedAsOtherTitle,
  twoFactorTitle,
} from '../config/browser-messages';
import type { NotSavedError } from '../session/opened-as.server';
import { paths } from '../links/paths';
import { LinkButton } from '../ui/button';
import { Footer } from './footer';
import { Logo } from './logo';
import { Main } from './main';
import { NotSavedForm } from './not-saved-form';
import { useHere, useSiteData } from './use-page';

export function ErrorPage() {
  return <FailurePage failure={readFailure(useRouteError())} />;
}

export function FailurePage({ failure }: { failure: PageFailure }) {
  let here = useHere();
  let retryable = failure.status >= 500 || failure.status === 429;
  return (
    <div className="mx-auto flex max-w-prose flex-col items-center gap-3 py-12 text-center sm:py-20">
      {!failure.isOff && <p className="text-sm font-medium text-muted tabular-nums">{failure.status}</p>}
      <h1 className="text-2xl font-semibold">{failure.title}</h1>
      <p className="text-muted wrap-anywhere">{failure.text}</p>
      {failure.notSaved && <NotSavedForm {...failure.notSaved} />}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {retryable && (
          <LinkButton to={here} reloadDocument>
            Try again
          </LinkButton>
        )}
        {failure.needsTwoFactor && <LinkButton to={paths.twoFactor()}>Set up two-factor authentication</LinkButton>}
        <LinkButton to={paths.root()} variant="outline">
          Go home
        </LinkButton>
      </div>
      <DevelopmentDetails failure={failure} here={here} />
    </div>
  );
}

function DevelopmentDetails({ failure, here }: { failure: PageFailure; here: string }) {
  if (!useSiteData()?.development) return null;
  return (
    <dl className="mt-6 grid max-w-full grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md border border-line bg-sunken p-4 text-left font-mono text-xs">
      <dt>Status</dt>
      <dd>{failure.status}</dd>
      <dt>URL</dt>
      <dd className="wrap-anywhere">
        <Link to={here}>{here}</Link>
      </dd>
      <dt>Code</dt>
      <dd className="wrap-anywhere">{failure.detail ?? 'none'}</dd>
    </dl>
  );
}

export interface PageFailure {
  status: number;
  title: string;
  text: string;
  /** A feature that is turned off, which the title names. */
  isOff?: boolean;
  /** Two-factor authentication must be set up first. */
  needsTwoFactor?: boolean;
  /** Values of a form that was opened by another person. */
  notSaved?: Omit<NotSavedError, keyof ErrorAnswer>;
  /** API error code or error message; development only. */
  detail?: string;
}

/** From an error thrown by a loader, an action or rendering. */
export function readFailure(error: unknown): PageFailure {
  if (!isRouteErrorResponse(error)) {
    let detail = error instanceof Error ? error.message : undefined;
    let status = isNetworkCrash(error) ? 503 : 500;
    return { status, title: failureTitle(status), text: failureText(status), detail };
  }
  let { code, message, title } = (typeof error.data === 'object' ? error.data : null) ?? {
    code: undefined,
    message: undefined,
  };
  let said = typeof title === 'string' ? title : undefined;
  // Without another title, its message is the title.
  let isSaid = typeof message === 'string' && typeof code === 'string' && (code !== 'not-found' || said !== undefined);
  let titles: Record<string, string> = {
    'under-maintenance': maintenanceTitle,
    'question-is-too-large': 'Took too long',
    'answer-is-late': 'Took too long',
    'two-factor-needed': twoFactorTitle,
    [openedAsOther]: openedAsOtherTitle,
    ...Object.fromEntries(Object.keys(busySeconds).map((busy) => [busy, busyTitle])),
  };
  return {
    status: error.status,
    title: said ?? titles[String(code)] ?? failureTitle(error.status),
    text: isSaid ? (message as string) : failureText(error.status),
    isOff: said !== undefined,
    notSaved: code === openedAsOther ? (error.data as NotSavedError) : undefined,
    needsTwoFactor: code === 'two-factor-needed',
    detail: typeof code === 'string' ? code : undefined,
  };
}

/** `fetch` failed; Chromium, Firefox and Safari have different messages. */
function isNetworkCrash(error: unknown): boolean {
  return error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);
}

/** All pages while maintenanceMode is on. No header: its links are closed (spec section 2). */
export function MaintenancePage() {
  return (
    <>
      <Main className="mx-auto flex w-full max-w-prose flex-1 flex-col items-center justify-center gap-3 px-4 py-16 text-center">
        <Logo />
        <h1 className="mt-4 text-2xl font-semibold">{maintenanceTitle}</h1>
        <p className="text-muted">{maintenanceText}</p>
      </Main>
      <Footer />
    </>
  );
}
