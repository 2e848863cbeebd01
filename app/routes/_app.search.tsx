/** Search over one owner's packages and pixels; the question is in the address. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { limits } from 'contract/limits';
import { search } from 'contract/search';
import { pageMeta } from '../meta';
import { requireSession } from '../session/guards.server';
import { groupResults, SearchResults } from '../shell/search-results';
import { inputClass } from '../forms/field-frame';
import { Button } from '../ui/button';
import { PageTitle } from '../ui/page-title';

export const meta = pageMeta({ title: 'Search' });

export async function loader(args: LoaderFunctionArgs) {
  let { session, call } = await requireSession(args);
  let asked = new URL(args.request.url).searchParams;
  let owner = asked.get('owner') || session.context_v1.context;
  let query = (asked.get('q') ?? '').trim().slice(0, limits.searchQueryMax);
  let filterId = asked.get('filter_id') ?? undefined;
  if (!query || query === '?') return { owner, query, filterId, groups: null };
  let tag = owner === session.username ? ('user' as const) : ('organization' as const);
  let { results } = await call(search, { body: { query, context: { tag, context: owner } } });
  return { owner, query, filterId, groups: groupResults(results) };
}

export default function Search() {
  let { owner, query, filterId, groups } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <PageTitle title="Search" description={`In the packages and pixels of ${owner}`} />
      <Form method="get" role="search" className="flex gap-2">
        <input type="hidden" name="owner" value={owner} />
        {filterId && <input type="hidden" name="filter_id" value={filterId} />}
        <input
          type="search"
          name="q"
          aria-label="Search packages and pixels"
          placeholder="Name of a package or pixel, or ? for help"
          defaultValue={query}
          key={query}
          autoComplete="off"
          maxLength={limits.searchQueryMax}
          className={inputClass}
        />
        <Button type="submit">Search</Button>
      </Form>
      <SearchResults query={query} groups={groups} filterId={filterId} />
    </div>
  );
}
