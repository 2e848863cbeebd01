/** Signing in through remix-auth: each way in is a strategy that ends in the gateway's answer to a sign-in. */
import { type SignedIn, login } from 'contract/users';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { Call } from '../gateway-client.server';

/** An authenticator whose `form` strategy exchanges the posted email (or username) and password for a token; the gateway's refusal is thrown on. */
export function authenticatorFor(call: Call): Authenticator<SignedIn> {
  let byPassword = new FormStrategy<SignedIn>(({ form }) =>
    call(login, { body: { email: String(form.get('email')), password: String(form.get('password')) } }),
  );
  return new Authenticator<SignedIn>().use(byPassword, 'form');
}
