/** /docs/[article]: an article of the documentation, public. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { articleHtml } from '../docs/article-html.server';
import { articleNamed, articles, articleGroups, articleEntry } from '../docs/articles.server';
import { ArticlePage } from '../docs/docs-pages';
import { useNonce } from '../http/nonce';
import { pageMeta } from '../shell/meta';
import { allowAnonymous } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { CopyButtons } from '../shell/copy-buttons';
import { Shell } from '../shell/shell';
import { loadShellOrNull } from '../shell/shell-data.server';

export const handle: PageHandle = { scripts: false };
export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(({ data }) => ({
  title: data?.title ?? 'Documentation',
  description: data?.description ?? 'An article of the documentation.',
  ...(data && { published: data.published }),
  indexed: true,
}));

export async function loader(args: LoaderFunctionArgs) {
  allowAnonymous(args);
  let article = articleNamed(args.params.article ?? '');
  if (!article) throw new Response(null, { status: 404 });
  let shell = await loadShellOrNull(args);
  let next = articles[articles.indexOf(article) + 1];
  let { title, description, published } = article;
  return {
    shell,
    groups: articleGroups(),
    title,
    description,
    published,
    next: next ? articleEntry(next) : null,
    ...articleHtml(article, { owner: shell?.owner.context, mayCreate: shell?.mayCreate ?? false }),
  };
}

export default function DocumentationArticle() {
  let { shell, ...article } = useLoaderData<typeof loader>();
  return (
    <Shell shell={shell}>
      <ArticlePage {...article} />
      <CopyButtons article={article.title} nonce={useNonce()} />
    </Shell>
  );
}
