/** The dashboard's pages that mails of the gateway lead to. The dashboard answers at these paths, the gateway prints them below PUBLIC_URL. */
export const mailLinks = {
  verifyEmail: (token: string) => `/verify-email/${token}`,
  organizationInvite: (token: string) => `/invites/${token}`,
  changeEmail: (token: string) => `/change-email/${token}`,
  resetPassword: (token: string) => `/reset-password/${token}`,
  /** Where somebody asks for a new reset link. */
  forgottenPassword: () => '/reset-password',
} as const;
