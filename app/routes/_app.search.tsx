/** Search over one owner's things, pages and actions; the query is in the address. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { pageMeta } from '../shell/meta';
import { requireSession } from '../session/guards.server';
import { answerSearch } from '../shell/search.server';
import { SearchResults } from '../shell/search-results';
import { inputClass } from '../forms/field-frame';
import { PreservedParams } from '../forms/preserved-params';
import { Button } from '../ui/button';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';

export const meta = pageMeta({
  title: 'Search',
  description: 'Search packages, pixels, companies, pages and actions.',
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireSession(args);
  return answerSearch(signedIn, args.request);
}

export default function Search() {
  let { owner, query, kept, groups } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <PageTitle title="Search" description={named`Packages, pixels and companies of ${owner}, pages and actions`} />
      <Form method="get" role="search" className="flex gap-2">
        <input type="hidden" name="owner" value={owner} />
        <PreservedParams kept={kept} />
        <input
          type="search"
          name="q"
          aria-label="Search"
          placeholder="A name, a page or an action, or ? for help"
          defaultValue={query}
          key={query}
          autoComplete="off"
          maxLength={limits.searchQueryMax}
          className={inputClass}
        />
        <Button type="submit">Search</Button>
      </Form>
      <SearchResults query={query} groups={groups} />
    </div>
  );
}
