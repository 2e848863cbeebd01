/** Errors of alerts, destinations and deliveries. */
export const alertErrors = {
  'alert-not-found': [404, 'This alert does not exist.'],
  'too-many-alerts': [422, 'There are too many alerts. Please delete one first.'],
  'alert-needs-a-destination': [422, 'Choose at least one destination.'],
  'alert-percent-is-invalid': [422, 'Percent is a whole number from 1 to 1,000.'],
  'destination-not-found': [404, 'This destination does not exist.'],
  'too-many-destinations': [422, 'There are too many destinations. Please delete one first.'],
  'webhook-needs-https': [422, 'Use an https address, so that nobody can read what is sent there.'],
  'webhook-address-is-private': [422, 'This address is on a private network, where nothing may be sent from here.'],
  'destination-has-no-secret': [422, 'Only messages to a webhook are signed.'],
  'delivery-not-found': [404, 'This delivery does not exist, or is no longer kept.'],
  'delivery-not-connected': [422, 'No connection could be made to this address.'],
  'delivery-timed-out': [422, 'There was no answer in time.'],
  'delivery-refused': [422, 'The answer was not that of a success (200 to 299).'],
  'delivery-redirected': [422, 'The answer leads to another address, which is not followed.'],
  'delivery-was-interrupted': [422, 'The delivery was interrupted again and again.'],
  'delivery-mail-refused': [422, 'The mail server did not take the mail.'],
  'delivery-address-unreadable': [422, 'The address can no longer be read here. Please enter it anew.'],
  'delivery-person-not-reached': [
    422,
    'This person has left, has no confirmed address, or has switched these mails off.',
  ],
} as const;
