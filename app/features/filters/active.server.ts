/** Which filters the numbers of a page are under, and the links to look through another one. */
import { getFilters } from 'contract/filters';
import type { SignedIn } from '../../session/guards.server';
import type { Chip } from '../../ui/chips';
import { filtersHome } from './home';

export interface ActiveFilters {
  /** How many hold for every count of the owner. */
  globals: number;
  /** One for each saved filter and one for none of them; empty where none is saved. */
  chips: Chip[];
  /** The address asks for a filter that is not there. */
  isUnknown: boolean;
  /** The same page without a filter of its own. */
  without: string;
  settings: string;
}

/** `filterId` is the one in the page's address, `to` the page under another one. Refusals of the gateway are thrown on. */
export async function readActiveFilters(
  { call, session, owner }: SignedIn & { owner: string },
  filterId: string | undefined,
  to: (filterId: string) => string,
): Promise<ActiveFilters> {
  let { results } = await call(getFilters, { params: { owner }, query: { per_page: 'max' } });
  let adhoc = results.filter(({ scope }) => scope === 'adhoc');
  let saved = adhoc.filter(({ name }) => name !== '');
  let chips = saved.map(({ id, name }) => ({ label: name, to: to(id), on: id === filterId }));
  return {
    globals: results.length - adhoc.length,
    chips: saved.length === 0 ? [] : [{ label: 'All events', to: to(''), on: !filterId }, ...chips],
    isUnknown: Boolean(filterId) && !results.some(({ id }) => id === filterId),
    without: to(''),
    settings: filtersHome(owner, session.username),
  };
}
