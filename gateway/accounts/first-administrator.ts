/** The first platform admin of an installation, by the link that a first start prints. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { registerUser } from './account-changes';
import { recordAudit } from '../administration/audit';
import { grantFeature } from './owners';
import type { Records } from '../db/schema';
import { hasPlatformAdmin, platformAdminFeature } from './tokens';
import { Refusal } from '../refusal';
import { namesOfNew, refuseGuessable } from './guessable-passwords';
import type { Handlers } from '../http/handler';
import { signIn } from './sign-in';

export interface FirstAdministratorLink {
  /** The token of the link; undefined once there is a platform admin. */
  token(): Promise<string | undefined>;
  /**
   * Throws first-administrator-link-not-valid unless the token is the link's and there is no
   * platform admin yet.
   */
  check(token: string): Promise<void>;
  /** Runs `work` for the holder of the link; of several at once, one. */
  use<T>(token: string, work: () => Promise<T>): Promise<T>;
}

/**
 * One link a process, kept in its memory alone: it ends with the process or with the first platform
 * admin.
 */
export function createFirstAdministratorLink(records: Records): FirstAdministratorLink {
  let secret = randomBytes(24).toString('base64url');
  let isInUse = false;
  let check = async (token: string) => {
    let [given, expected] = [Buffer.from(token), Buffer.from(secret)];
    let isRight = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isRight || (await hasPlatformAdmin(records))) throw new Refusal('first-administrator-link-not-valid');
  };
  return {
    check,
    token: async () => ((await hasPlatformAdmin(records)) ? undefined : secret),
    async use(token, work) {
      await check(token);
      if (isInUse) throw new Refusal('first-administrator-link-not-valid');
      isInUse = true;
      try {
        // Another holder may have been done since the first check.
        await check(token);
        return await work();
      } finally {
        isInUse = false;
      }
    },
  };
}

export const firstAdministratorHandlers = {
  async getFirstAdministrator({ parts, params }) {
    await parts.firstAdministrator.check(params.token);
    return undefined;
  },

  createFirstAdministrator: ({ parts, params, body, address, act }) =>
    parts.firstAdministrator.use(params.token, async () => {
      let { records, attempts, hashing, publicUrl } = parts;
      await attempts.register(address);
      refuseGuessable(body.password, namesOfNew(body, publicUrl));
      let passwordHash = await hashing.hash(body.password, { address, line: 'new' });
      let { username, email } = body;
      // Whoever reads the output of the server is believed about the address.
      let given = { username, email, passwordHash, emailVerifiedAt: act.time };
      let user = await records.transaction().execute(async (change) => {
        let made = await registerUser(change, parts.names, given, act.time);
        await grantFeature(change, made.id, platformAdminFeature);
        await recordAudit(change, { ...act, actor: made }, { action: 'administrator-granted', owner: made });
        return made;
      });
      return signIn(parts, user, act, { action: 'registered', way: 'first start' });
    }),
} satisfies Partial<Handlers>;
