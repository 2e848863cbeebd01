/** What links between reports keep of an address, without conditions that cannot be read. */
import { readWhere } from 'contract/analytics/where';
import { keptIn } from './paths';

export interface ReadKept {
  filter_id: string;
  where: string[];
  noise: string;
}

export function readKept(query: URLSearchParams): ReadKept {
  let { filter_id = '', noise = '' } = keptIn(query);
  return { filter_id, where: readWhere(query.getAll('where')).texts, noise };
}
