/** /annotations/[owner]: what people of an owner have written about days. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { AnnotationList } from '../features/annotations/annotation-list';
import { readAnnotations } from '../features/annotations/annotations.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { mayChange, shownRole } from '../session/roles.server';
import { requireOwner } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { pageNumber, Pager } from '../ui/pager';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta<{ owner: string }>(({ data: page }) => ({
  title: page ? `Annotations` : 'Annotations',
  description: 'Notes on your charts.',
}));
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' } }) => [
    { label: 'Analytics', to: paths.analytics(owner) },
    { label: 'Annotations' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireOwner(args);
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let q = (url.searchParams.get('q') ?? '').trim().slice(0, limits.searchQueryMax);
  let page = pageNumber(url);
  let [list, role] = await Promise.all([readAnnotations(call, owner, { q, page }), shownRole(signedIn, owner)]);
  return { q, page, ...list, add: mayChange(role) ? serverPaths.newAnnotation(owner) : '' };
}

export default function Annotations() {
  let { q, page, pages, total, lines, add } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Annotations"
        description="Notes on your charts."
        actions={add && <LinkButton to={add}>Add annotation</LinkButton>}
      />
      <AnnotationList q={q} total={total} lines={lines} mayChange={add !== ''} />
      <Pager page={page} pages={pages} to={(n) => `?${new URLSearchParams({ q, page: String(n) }).toString()}`} />
    </Stack>
  );
}
