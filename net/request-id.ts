import { randomUUID } from 'node:crypto';

export const requestIdHeader = 'x-request-id';

/** Other ids could inject text into the log. */
const pattern = /^[\w.:+/=-]{8,128}$/;

/** The id of an `X-Request-Id` header, or a new one. */
export function requestId(header: string | string[] | null | undefined): string {
  return typeof header === 'string' && pattern.test(header) ? header : randomUUID();
}
