/** Which filters the numbers of a page are under, and the links to look through another one. */
import { getFilters } from 'contract/filters';
import { env } from '../../env.server';
import type { SignedIn } from '../../session/guards.server';
import type { Chip } from '../../ui/chips';
import { filtersHome } from '../owner-paths';

export interface ActiveFilters {
  /** How many hold for every count of the owner. */
  globals: number;
  /**
   * One for each saved filter and one for none of them; empty where none is saved. Without the
   * flag, only the way back from the one in force.
   */
  chips: Chip[];
  /** The address asks for a filter that is not there. */
  isUnknown: boolean;
  /** The same page without a filter of its own. */
  without: string;
  /** Null while the flag is off. */
  settings: string | null;
}

/**
 * `filterId` is the one in the page's address, `to` the page under another one. Refusals of the
 * gateway are thrown on.
 */
export async function readActiveFilters(
  { call, session, owner }: SignedIn & { owner: string },
  filterId: string | undefined,
  to: (filterId: string) => string,
): Promise<ActiveFilters> {
  let { results } = await call(getFilters, { params: { owner }, query: { per_page: 'max' } });
  let adhoc = results.filter(({ scope }) => scope === 'adhoc');
  let { showFilteringUi } = env.flags;
  let saved = adhoc.filter(({ id, name }) => name !== '' && (showFilteringUi || id === filterId));
  let chips = saved.map(({ id, name }) => ({ label: name, to: to(id), on: id === filterId }));
  return {
    globals: results.length - adhoc.length,
    chips: saved.length === 0 ? [] : [{ label: 'All events', to: to(''), on: !filterId }, ...chips],
    isUnknown: Boolean(filterId) && !results.some(({ id }) => id === filterId),
    without: to(''),
    settings: showFilteringUi ? filtersHome(owner, session.username) : null,
  };
}
