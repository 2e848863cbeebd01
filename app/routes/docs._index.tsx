/**
 * /docs: all articles of the documentation, and a search, public. The Documentation links lead here
 * unless the operator has a site of their own (DOCS_URL).
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { articleGroups } from '../docs/articles.server';
import { DocsIndex } from '../docs/docs-pages';
import { searchDocs } from '../docs/docs-search.server';
import { pageMeta } from '../shell/meta';
import { allowAnonymous } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta({
  title: 'Documentation',
  description: 'Set up packages and pixels, understand your numbers, and use the API.',
  indexed: true,
});

/** The longest text that is searched for. */
const queryMax = 200;

export async function loader(args: LoaderFunctionArgs) {
  allowAnonymous(args);
  let q = (new URL(args.request.url).searchParams.get('q') ?? '').trim().slice(0, queryMax);
  return { shell: await loadShellOrNull(args), groups: articleGroups(), q, hits: searchDocs(q) };
}

export default function DocumentationPage() {
  let { shell, ...index } = useLoaderData<typeof loader>();
  return (
    <Shell shell={shell}>
      <DocsIndex {...index} />
    </Shell>
  );
}
