/** What the dashboard tells `landfall doctor` about a request. */
import { createHmac } from 'node:crypto';
import type { RequestHandler } from 'express';
import { clientAddress } from 'net/proxies';
import { z } from 'zod';
import { isSameSecret, installationSecrets } from './secrets';
import type { Settings } from './settings';

export const doctorPath = '/doctor';
export const doctorHeader = 'x-landfall-doctor';

export const SeenRequest = z.object({
  /** The client's address as the server sees it. */
  address: z.string(),
  host: z.string(),
});
export type SeenRequest = z.infer<typeof SeenRequest>;

type SecretSettings = Pick<Settings, 'DATA_DIR' | 'SECRETS_ENCRYPTION_KEY' | 'SESSION_SECRETS'>;

/**
 * Proves that the doctor has the settings of the server. Servers of one installation behind a load
 * balancer share a setting; a single server has secrets in its data folder.
 */
export function doctorSecret({ DATA_DIR, SECRETS_ENCRYPTION_KEY, SESSION_SECRETS }: SecretSettings): string {
  let shared = SECRETS_ENCRYPTION_KEY?.[0] ?? SESSION_SECRETS?.[0] ?? installationSecrets(DATA_DIR).salt;
  return createHmac('sha256', shared).update('doctor').digest('base64url');
}

/** Requests without the secret are handled like any unknown path. */
export function answerDoctor(settings: Settings): RequestHandler {
  return (request, response, next) => {
    let given = request.headers[doctorHeader];
    if (given === undefined || !isOurs(given, settings)) return next();
    let seen: SeenRequest = { address: clientAddress(request, settings.TRUST_PROXY), host: request.headers.host ?? '' };
    response.json(seen);
  };
}

function isOurs(given: string | string[], settings: SecretSettings): boolean {
  try {
    return isSameSecret(given, doctorSecret(settings));
  } catch {
    return false;
  }
}
