/** The first platform admin, by the link that a first start prints. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Records } from '../../floor/db/schema';
import { hasPlatformAdmin } from './tokens';
import { ApiError } from '../../floor/calls/api-error';

export interface FirstAdministratorLink {
  /** The token of the link; undefined once there is a platform admin. */
  token(): Promise<string | undefined>;
  /**
   * Throws first-administrator-link-not-valid for another token, or once there is a platform admin.
   */
  check(token: string): Promise<void>;
  /** Runs `work` for the holder of the link; only once, also with several at the same moment. */
  use<T>(token: string, work: () => Promise<T>): Promise<T>;
}

/**
 * One link per process, kept in memory: it ends with the process or with the first platform admin.
 * Several processes have one in common by `secret`.
 */
export function createFirstAdministratorLink(
  records: Records,
  secret = randomBytes(24).toString('base64url'),
): FirstAdministratorLink {
  let isInUse = false;
  let check = async (token: string) => {
    let [given, expected] = [Buffer.from(token), Buffer.from(secret)];
    let isRight = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isRight || (await hasPlatformAdmin(records))) throw new ApiError('first-administrator-link-not-valid');
  };
  return {
    check,
    token: async () => ((await hasPlatformAdmin(records)) ? undefined : secret),
    async use(token, work) {
      await check(token);
      if (isInUse) throw new ApiError('first-administrator-link-not-valid');
      isInUse = true;
      try {
        // Another holder may have finished since the first check.
        await check(token);
        return await work();
      } finally {
        isInUse = false;
      }
    },
  };
}
