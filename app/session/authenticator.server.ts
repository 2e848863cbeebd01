/**
 * Signing in through remix-auth: each way in is a strategy that ends in the gateway's answer to a
 * sign-in.
 */
import { type SignedIn, login } from 'contract/users';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { Call } from '../gateway-client.server';
import { deviceMarks } from './devices.server';

/**
 * An authenticator whose `form` strategy exchanges the posted email (or username) and password for
 * a token; the gateway's refusal is thrown on.
 */
export function authenticatorFor(call: Call): Authenticator<SignedIn> {
  let byPassword = new FormStrategy<SignedIn>(({ form, request }) => {
    let [email, password] = [String(form.get('email')), String(form.get('password'))];
    return call(login, { body: { email, password, devices: deviceMarks(request) } });
  });
  return new Authenticator<SignedIn>().use(byPassword, 'form');
}
