/**
 * Features by name. An owner may have others: a gateway that knows more of them is none the worse
 * for it.
 */
export const features = {
  /** A platform admin: sees /admin, may act as others. */
  platformAdmin: 'system-is-admin',
  /** Sees the score of companies as an admin does, and nothing else of the administration. */
  superAnalyst: 'is-super-analyst',
} as const;

export type Feature = (typeof features)[keyof typeof features];
