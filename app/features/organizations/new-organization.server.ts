/** Posted forms of new organizations. The API requires a billing email, the forms do not. */
import { BillingEmail } from 'contract/rules/fields';
import { Conversion, SaveOrganization } from 'contract/organizations/organizations';
import { usersApi } from 'contract/accounts/users';
import { z } from 'zod';
import type { Call } from '../../gateway/gateway-client.server';

const billing_email = z.preprocess((typed) => typed || undefined, BillingEmail.optional());

export const NewOrganizationInput = SaveOrganization.extend({ billing_email });
export const ConversionInput = Conversion.extend({ billing_email });

/** Default: the person's email. */
export async function withBillingEmail<F extends { billing_email?: string | undefined }>(
  form: F,
  { call, username }: { call: Call; username: string },
): Promise<F & { billing_email: string }> {
  return {
    ...form,
    billing_email: form.billing_email ?? (await call(usersApi.getUser, { params: { username } })).email,
  };
}
