/** What a provider says of a person: in the ID token, and at the userinfo endpoint. */
import { z } from 'zod';

const text = z.string().max(320).catch('');
export const Claims = z.object({
  email: text,
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((one) => one === 'true')]).catch(false),
  preferred_username: text,
  given_name: text,
  family_name: text,
});
export const Groups = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

/** Whether a claim says something: some providers send null for what they do not know. */
export function hasValue(claim: unknown): boolean {
  return claim !== undefined && claim !== null && claim !== '';
}

/**
 * The ID token decides; the userinfo endpoint fills in what is missing. Whether an address is
 * confirmed is taken only from where that address is.
 */
export function mergeClaims(claims: Record<string, unknown>, more: Record<string, unknown>): Record<string, unknown> {
  let all = { ...more };
  if (hasValue(claims.email) && claims.email !== more.email) delete all.email_verified;
  for (let [name, claim] of Object.entries(claims)) if (hasValue(claim)) all[name] = claim;
  return all;
}
