/** /how-we-count: the rules of counting in force, public. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CountingRules } from '../features/counting/rules';
import { shownRules } from '../features/counting/rules.server';
import { pageMeta } from '../shell/meta';
import { allowAnonymous } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta({
  title: 'How we count',
  description: 'What counts as a download, how we detect people, CI and bots, and how we match companies.',
  indexed: true,
});

export async function loader(args: LoaderFunctionArgs) {
  allowAnonymous(args);
  return { shell: await loadShellOrNull(args), groups: shownRules() };
}

export default function HowWeCount() {
  let { shell, groups } = useLoaderData<typeof loader>();
  return (
    <Shell shell={shell}>
      <CountingRules groups={groups} owner={shell?.owner.context ?? null} />
    </Shell>
  );
}
