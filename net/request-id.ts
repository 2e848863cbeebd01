/** The id of a request, which stands in its answer and in what is logged about it. */
import { randomUUID } from 'node:crypto';

export const requestIdHeader = 'x-request-id';

/** What proxies and clients send as an id; anything else could write into the log what it likes. */
const pattern = /^[\w.:+/=-]{8,128}$/;

/** The id in an `X-Request-Id` header, as a proxy has given it; a new one where there is none. */
export function requestId(header: string | string[] | null | undefined): string {
  return typeof header === 'string' && pattern.test(header) ? header : randomUUID();
}
