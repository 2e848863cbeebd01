/** The posted forms of an account: the contract's rules, fed with what a form can send. */
import { EmailChange, PasswordChange } from 'contract/account';
import { CreateApiToken, TokenScope } from 'contract/tokens';
import { z } from 'zod';
import { confirmedPassword } from '../../forms/confirm-password.server';

export const PasswordForm = confirmedPassword(PasswordChange);

/** Spec section 5: the new address is typed twice. */
export const EmailForm = EmailChange.extend({ confirm_email: z.string().trim().default('') }).superRefine(
  ({ email, confirm_email }, issue) => {
    if (email.toLowerCase() !== confirm_email.toLowerCase())
      issue.addIssue({ code: 'custom', path: ['confirm_email'], message: 'confirm_email_must_match' });
  },
);

const box = z.boolean().default(false);

/** A new token: each scope is a box of its own. */
export const TokenForm = z
  .object({ name: CreateApiToken.shape.name, scope_read: box, scope_write: box, scope_export: box })
  .superRefine((form, issue) => {
    if (scopesOf(form).length === 0)
      issue.addIssue({ code: 'custom', path: ['scope_read'], message: 'token-scope-is-required' });
  })
  .transform((form) => ({ name: form.name, scopes: scopesOf(form) }));

function scopesOf(form: Record<`scope_${TokenScope}`, boolean>): TokenScope[] {
  return TokenScope.options.filter((scope) => form[`scope_${scope}`]);
}
