export const singleSignOnErrors = {
  'single-sign-on-not-set-up': [422, 'Single sign-on is not set up here.'],
  'single-sign-on-failed': [401, 'Single sign-on did not confirm who you are. Please try again.'],
  'single-sign-on-did-not-answer': [503, 'The single sign-on provider did not answer. Please try again later.'],
  'single-sign-on-account-not-known': [403, 'There is no account for you here. Ask whoever runs this installation.'],
  'single-sign-on-email-is-missing': [422, 'The single sign-on provider gave no email address.'],
  'single-sign-on-email-is-taken': [
    422,
    'An account has your email address, and one of the two is not confirmed. Sign in to it and confirm the address first.',
  ],
  'single-sign-on-account-is-another': [422, 'This is not the single sign-on account that is linked to yours.'],
  'single-sign-on-only': [403, 'Please sign in with single sign-on.'],
} as const;
