/** Features by name. An owner may have others, which are ignored here. */
export const features = {
  /** A platform admin: sees /admin, may act as others. */
  platformAdmin: 'system-is-admin',
  /** Sees the score of companies, and nothing else of the administration. */
  superAnalyst: 'is-super-analyst',
} as const;

export type Feature = (typeof features)[keyof typeof features];
