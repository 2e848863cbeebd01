/** What links between reports keep of an address, without conditions that cannot be read. */
import { readWhere } from 'contract/analytics/where';
import { sharedReportQuery } from './query-parameters';

export interface ParsedReportQuery {
  filter_id: string;
  where: string[];
  noise: string;
}

export function parseReportQuery(query: URLSearchParams): ParsedReportQuery {
  let { filter_id = '', noise = '' } = sharedReportQuery(query);
  return { filter_id, where: readWhere(query.getAll('where')).texts, noise };
}
