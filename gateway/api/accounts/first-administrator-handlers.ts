/** Creates the account of the first platform admin. */
import { firstAdministratorApi } from 'contract/accounts/first-administrator';
import { registerUser } from '../../people/accounts/account-changes';
import { recordAudit } from '../../floor/audit';
import { grantFeature } from '../../floor/owners';
import { platformAdminFeature } from '../../people/accounts/tokens';
import { namesOfNew, refuseGuessable } from '../../people/accounts/guessable-passwords';
import { serve } from '../http/handler';
import { signIn } from '../../people/accounts/sign-in';

export const firstAdministratorEndpoints = serve(firstAdministratorApi, {
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
      // Whoever can read the server's output is trusted about the address.
      let given = { username, email, passwordHash, emailVerifiedAt: act.time };
      let user = await records.transaction().execute(async (change) => {
        let made = await registerUser(change, parts.names, given, act.time);
        await grantFeature(change, made.id, platformAdminFeature);
        await recordAudit(change, { ...act, actor: made }, { action: 'administrator-granted', owner: made });
        return made;
      });
      return signIn(parts, user, act, { action: 'registered', way: 'first start' });
    }),
});
