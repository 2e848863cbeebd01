/** The page for an unknown address. */
import { failureText, failureTitle } from '../config/browser-messages';
import { pageMeta } from './meta';
import { FailurePage } from './error-page';
import { Shell } from './shell';
import type { ShellData } from './shell-data.server';

const failure = { status: 404, title: failureTitle(404), text: failureText(404) };

export const notFoundMeta = pageMeta({ title: failure.title, description: 'This page does not exist.' });

export function NotFoundPage({ shell }: { shell: ShellData | null }) {
  return (
    <Shell shell={shell}>
      <FailurePage failure={failure} />
    </Shell>
  );
}
