/** What the dashboard tells `landfall doctor`, and nobody else, of a request that it gets. */
import { createHmac } from 'node:crypto';
import type { RequestHandler } from 'express';
import { clientAddress } from 'net/proxies';
import { z } from 'zod';
import { isSameSecret, keptSecrets, type KeptSecrets } from './secrets';
import type { Settings } from './settings';

export const doctorPath = '/doctor';
export const doctorHeader = 'x-landfall-doctor';

export const Seen = z.object({
  /** Whose request it is taken for. */
  address: z.string(),
  host: z.string(),
});
export type Seen = z.infer<typeof Seen>;

/** What the doctor shows: it reads the same secrets as the server. */
export function doctorSecret({ salt }: Pick<KeptSecrets, 'salt'>): string {
  return createHmac('sha256', salt).update('doctor').digest('base64url');
}

/** Other requests go on, as those for any path that does not exist. */
export function answerDoctor({ DATA_DIR, TRUST_PROXY }: Settings): RequestHandler {
  return (request, response, next) => {
    let given = request.headers[doctorHeader];
    if (given === undefined || !isOurs(given, DATA_DIR)) return next();
    let seen: Seen = { address: clientAddress(request, TRUST_PROXY), host: request.headers.host ?? '' };
    response.json(seen);
  };
}

function isOurs(given: string | string[], folder: string): boolean {
  try {
    return isSameSecret(given, doctorSecret(keptSecrets(folder)));
  } catch {
    return false;
  }
}
