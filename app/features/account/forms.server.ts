/** The posted forms of an account: the contract's rules, fed with what a form can send. */
import { confirmEmail } from 'contract/account-rules';
import { EmailChange, PasswordChange } from 'contract/account';
import { CreateApiToken, TokenScope } from 'contract/tokens';
import { z } from 'zod';
import { confirmedPassword, typedTwice } from '../../forms/typed-twice.server';

export const PasswordForm = confirmedPassword(PasswordChange);

/** Spec section 5: the new address is typed twice. */
export const EmailForm = typedTwice(EmailChange, 'confirm_email', confirmEmail);

const box = z.boolean().default(false);

const Scopes = z
  .object({ scope_read: box, scope_write: box, scope_export: box })
  .transform((form) => ({ scopes: TokenScope.options.filter((scope) => form[`scope_${scope}`]) }))
  .refine(({ scopes }) => scopes.length > 0, { message: 'token-scope-is-required', path: ['scope_read'] });

/** A new token: each scope is a box of its own. */
export const TokenForm = CreateApiToken.pick({ name: true }).and(Scopes);
