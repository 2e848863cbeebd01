/** Search over the packages and pixels of one owner. */
import { z } from 'zod';
import * as limits from '../floor/limits';
import { MaybePackageLabel, PackageLabel } from './pixels';
import { ours, route } from '../rules/route';

export const SearchResultItem = z.union([
  z.object({ type: z.literal('package'), package: PackageLabel }),
  z.object({
    type: z.literal('tracking-pixel'),
    'tracking-pixel': z.object({
      id: z.string(),
      owner: z.string(),
      name: z.string(),
      package: ours(MaybePackageLabel, null),
    }),
  }),
]);
export type SearchResultItem = z.infer<typeof SearchResultItem>;

/** `context`: the owner to search; without it, the person who calls. */
export const SearchBody = z.object({
  query: z
    .string({ required_error: 'field-is-required' })
    .trim()
    .min(1, 'field-is-required')
    .max(limits.searchQueryMax, 'field-is-too-long'),
  context: z.object({ tag: z.enum(['user', 'organization']), context: z.string() }).optional(),
});

export const searchApi = {
  search: route({
    id: 'search',
    method: 'POST',
    path: '/v2/search',
    summary: 'Search packages and pixels by name',
    tag: 'Search',
    access: 'session',
    body: SearchBody,
    answer: z.object({ results: z.array(SearchResultItem) }),
    errors: ['owner-not-found'],
  }),
};
