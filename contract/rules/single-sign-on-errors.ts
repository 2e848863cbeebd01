export const singleSignOnErrors = {
  'single-sign-on-not-set-up': [422, 'Single sign-on is not configured.'],
  'single-sign-on-failed': [401, 'Single sign-on failed. Try again.'],
  'single-sign-on-did-not-answer': [503, 'The single sign-on provider did not respond. Try again later.'],
  'single-sign-on-account-not-known': [403, 'You do not have an account. Ask your administrator for one.'],
  'single-sign-on-email-is-missing': [422, 'The single sign-on provider sent no email.'],
  'single-sign-on-email-is-taken': [
    422,
    'An account with your email exists, but the email is not verified. Sign in to that account and verify the email first.',
  ],
  'single-sign-on-account-is-another': [422, 'This is not the single sign-on account linked to yours.'],
  'single-sign-on-only': [403, 'Sign in with single sign-on.'],
} as const;
