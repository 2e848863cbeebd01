/**
 * Every sentence the dashboard says on its own, by key. Sentences of the gateway's codes are in
 * contract/rules/errors.ts, those the browser needs by itself in browser-words.ts.
 */
import { isErrorCode, messageOf } from 'contract/rules/errors';
import { hasKey } from 'contract/floor/keys-of';
import { ownErrors } from './field-rules';
import { notReached, somethingWrong, tookTooLong } from '../config/browser-messages';

export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'error';
  text: string;
}

const toasts = {
  permission_not_granted: { kind: 'warning', text: messageOf('permission-not-granted') },
  two_factor_needed: { kind: 'warning', text: messageOf('two-factor-needed') },
  own_two_factor_is_off: { kind: 'warning', text: messageOf('own-two-factor-is-off') },
  opened_as_another: {
    kind: 'warning',
    text: 'You opened this form as another user. Nothing was saved. Check the account and try again.',
  },
  owner_suspended: { kind: 'warning', text: messageOf('owner-suspended') },
  account_suspended: { kind: 'warning', text: messageOf('account-suspended') },
  expired_session: { kind: 'warning', text: 'Session expired, please login again' },
  something_went_wrong: { kind: 'warning', text: somethingWrong },
  gateway_unreachable: { kind: 'warning', text: notReached },
  answer_is_late: { kind: 'warning', text: tookTooLong },
  too_much_at_once: { kind: 'warning', text: messageOf('too-much-at-once') },
  server_is_busy: { kind: 'warning', text: messageOf('server-is-busy') },
  records_are_busy: { kind: 'warning', text: messageOf('records-are-busy') },
  events_are_unavailable: { kind: 'warning', text: messageOf('events-are-unavailable') },
  question_is_too_large: { kind: 'warning', text: messageOf('question-is-too-large') },
  too_many_attempts: { kind: 'warning', text: 'Too many attempts. Please wait and try again.' },
  /** Outside production only, followed by the message of the payment provider. */
  stripe_error: { kind: 'warning', text: 'Stripe error' },
  email_already_verified: { kind: 'info', text: 'Your email was already verified' },
  email_verification_requested: { kind: 'success', text: 'Email verification successfully requested' },
  email_verified: { kind: 'success', text: 'Your email is verified.' },
  password_reset_requested: {
    kind: 'info',
    text: 'If an account with this email exists, we sent a link to it.',
  },
  password_reset: { kind: 'success', text: 'Password changed. Sign in with the new one.' },
  github_failed: { kind: 'warning', text: 'GitHub did not confirm this sign-in. Try again.' },
  github_linked: { kind: 'success', text: 'GitHub linked.' },
  github_not_linked: { kind: 'warning', text: 'GitHub did not confirm the account. Try again.' },
  github_belongs_elsewhere: {
    kind: 'warning',
    text: 'This GitHub account is linked to another account, or your account is linked to another GitHub account.',
  },
  github_unlinked: { kind: 'success', text: 'GitHub unlinked.' },
  sign_in_took_too_long: { kind: 'warning', text: 'This sign-in timed out. Start again.' },
  identity_confirmed: { kind: 'success', text: 'Identity confirmed for ten minutes.' },
  not_confirmed: { kind: 'warning', text: 'Confirm your identity first.' },
  not_confirmed_by_github: { kind: 'warning', text: 'GitHub did not confirm your identity. Try again.' },
  two_factor_on: { kind: 'success', text: 'Two-factor authentication is on.' },
  two_factor_off: { kind: 'success', text: 'Two-factor authentication is off.' },
  recovery_codes_made: { kind: 'success', text: 'Your new recovery codes are ready.' },
  recovery_codes_kept: { kind: 'success', text: 'Your recovery codes will not be shown again.' },
  profile_saved: { kind: 'success', text: 'Account saved.' },
  password_changed: { kind: 'success', text: 'Password changed. You are signed out everywhere else.' },
  email_change_requested: { kind: 'info', text: 'We sent a link to your new email. Follow it to confirm the change.' },
  email_changed: { kind: 'success', text: 'Email changed.' },
  preferences_saved: { kind: 'success', text: 'Email preferences saved.' },
  summary_sent: { kind: 'success', text: 'Summary sent.' },
  nothing_to_report: { kind: 'info', text: messageOf('nothing-to-report') },
  email_not_confirmed: { kind: 'warning', text: messageOf('email-is-not-confirmed') },
  version_withdrawn: { kind: 'success', text: 'Withdrawn.' },
  registry_counts_on: {
    kind: 'success',
    text: 'The registry’s count appears in the package’s chart within ten minutes.',
  },
  registry_counts_off: { kind: 'success', text: 'Registry counts deleted.' },
  registry_counts_uploaded: { kind: 'success', text: 'Counts uploaded. The package’s chart shows them.' },
  version_deprecated: { kind: 'success', text: 'Marked as deprecated.' },
  fallbacks_saved: { kind: 'success', text: 'Fallbacks saved.' },
  exception_removed: {
    kind: 'success',
    text: 'Exception removed. The rule for the whole major version applies again.',
  },
  version_restored: { kind: 'success', text: 'Served as usual again.' },
  version_restored_without_alert: {
    kind: 'success',
    text: 'Served as usual again. The alert about requests for it was deleted.',
  },
  notification_on: { kind: 'success', text: 'Notifications turned on.' },
  notification_off: { kind: 'success', text: 'Notifications turned off.' },
  session_ended: { kind: 'success', text: 'Session revoked.' },
  sessions_ended: { kind: 'success', text: 'All other sessions revoked.' },
  token_revoked: { kind: 'success', text: 'Token revoked.' },
  account_deleted: { kind: 'success', text: 'Account deleted.' },
  signed_out: { kind: 'success', text: 'You are signed out.' },
  acting_ended: { kind: 'warning', text: 'You no longer act as another user.' },
  acting_stopped: { kind: 'success', text: 'You no longer act as another user.' },
  acted_account_deleted: { kind: 'success', text: 'Account deleted. You no longer act as its user.' },
  welcome: { kind: 'success', text: 'Your account is ready.' },
  context_gone: {
    kind: 'info',
    text: 'This organization was renamed or deleted, or you are no longer a member. Switched to your account.',
  },
  context_switched: { kind: 'success', text: 'Switched.' },
  package_created: { kind: 'success', text: 'Package created.' },
  package_updated: { kind: 'success', text: 'Package saved.' },
  event_retention_saved: { kind: 'success', text: 'Saved. Older events are deleted within an hour.' },
  company_erased: {
    kind: 'success',
    text: 'Deleting company data. This takes up to a minute, or an hour for very many events.',
  },
  endpoint_erased: { kind: 'success', text: 'Deleting endpoint data. This takes up to a minute.' },
  package_deleted: { kind: 'success', text: 'Package deleted.' },
  package_member_added: { kind: 'success', text: 'Member added.' },
  package_left: { kind: 'success', text: 'You have left the package.' },
  route_added: { kind: 'success', text: 'Route added.' },
  route_updated: { kind: 'success', text: 'Route saved.' },
  route_deleted: { kind: 'success', text: 'Route deleted.' },
  domain_added: { kind: 'success', text: 'Domain added.' },
  domain_deleted: { kind: 'success', text: 'Domain removed.' },
  pixel_created: { kind: 'success', text: 'Pixel created.' },
  collection_created: { kind: 'success', text: 'Collection created.' },
  collection_updated: { kind: 'success', text: 'Collection saved.' },
  collection_deleted: { kind: 'success', text: 'Collection deleted.' },
  registry_changed: { kind: 'success', text: 'Backend registry changed.' },
  pixel_updated: { kind: 'success', text: 'Pixel saved.' },
  subscription_started: { kind: 'success', text: 'Your subscription has started.' },
  subscription_changed: { kind: 'success', text: 'Plan changed.' },
  subscription_canceled: { kind: 'success', text: 'Subscription canceled.' },
  subscription_resumed: { kind: 'success', text: 'Your subscription has been resumed.' },
  payment_failed: { kind: 'warning', text: 'Payment failed. Use another card.' },
  card_saved: { kind: 'success', text: 'Card saved.' },
  product_created: { kind: 'success', text: 'Product created.' },
  product_archived: { kind: 'success', text: 'Product archived.' },
  price_added: { kind: 'success', text: 'Price added.' },
  price_archived: { kind: 'success', text: 'Price archived.' },
  discount_created: { kind: 'success', text: 'Discount created.' },
  clock_confirmed: { kind: 'success', text: 'Clock confirmed.' },
  journal_seen: { kind: 'success', text: 'Dismissed.' },
  discount_archived: { kind: 'success', text: 'Discount archived.' },
  organization_created: { kind: 'success', text: 'Organization created.' },
  organization_saved: { kind: 'success', text: 'Organization saved.' },
  two_factor_required: { kind: 'success', text: 'Two-factor authentication required for members.' },
  two_factor_not_required: { kind: 'success', text: 'Two-factor authentication no longer required.' },
  sharing_forbidden: { kind: 'success', text: 'Public sharing disabled.' },
  sharing_allowed: { kind: 'success', text: 'Public sharing enabled.' },
  organization_deleted: { kind: 'success', text: 'Organization deleted.' },
  organization_left: { kind: 'success', text: 'You have left the organization.' },
  organization_joined: { kind: 'success', text: 'You have joined the organization.' },
  account_converted: {
    kind: 'success',
    text: 'Account converted. Sign in with your new username.',
  },
  acted_account_converted: { kind: 'success', text: 'Account converted. You no longer act as it.' },
  invite_sent: { kind: 'success', text: 'Invite sent.' },
  invite_withdrawn: { kind: 'success', text: 'Invite withdrawn.' },
  invite_gone: { kind: 'warning', text: 'This invite is no longer valid.' },
  invite_sent_too_often: { kind: 'warning', text: 'This invite was sent too often. Try again later.' },
  role_changed: { kind: 'success', text: 'Role changed.' },
  member_added: { kind: 'success', text: 'Member added.' },
  member_removed: { kind: 'success', text: 'Member removed.' },
  domain_verified: { kind: 'success', text: 'Domain verified.' },
  domain_stays_verified: { kind: 'warning', text: 'Record not found. The domain stays verified.' },
  domain_not_verified: { kind: 'warning', text: 'Records not found. DNS changes can take hours.' },
  domain_taken: { kind: 'warning', text: 'Another owner verified this domain.' },
  domain_reserved: { kind: 'warning', text: 'This cannot be a custom domain.' },
  domain_confirmed: { kind: 'success', text: 'Domain verified.' },
  name_freed: { kind: 'success', text: 'Name released.' },
  owner_is_suspended: { kind: 'success', text: 'Suspended. We emailed the people affected.' },
  suspension_lifted: { kind: 'success', text: 'Suspension lifted.' },
  password_reset_sent: { kind: 'success', text: 'Password reset sent.' },
  owner_deleted: { kind: 'success', text: 'Deleted. We emailed the people affected.' },
  domain_unanswered: { kind: 'warning', text: 'DNS did not respond in time. Try again.' },
  domain_checked_too_often: { kind: 'warning', text: 'Too many domain checks. Try again later.' },
  bots_filtered: { kind: 'success', text: 'Suspected bots excluded.' },
  bots_counted: { kind: 'success', text: 'Suspected bots included.' },
  agent_excluded: { kind: 'success', text: 'User agent excluded.' },
  filter_name_taken: { kind: 'warning', text: 'A filter with this name already exists.' },
  too_many_filters: { kind: 'warning', text: messageOf('too-many-filters') },
  filter_created: { kind: 'success', text: 'Filter saved.' },
  import_started: { kind: 'success', text: 'Import started. You can leave this page.' },
  import_aborted: { kind: 'success', text: 'Import canceled and file deleted.' },
  export_scheduled: { kind: 'success', text: 'Export scheduled. The first files are sent after midnight UTC.' },
  export_started: { kind: 'success', text: 'Export of yesterday started.' },
  export_removed: { kind: 'success', text: 'Scheduled export deleted.' },
  export_runs_already: { kind: 'info', text: 'This export is still running. Wait until it is done.' },
  archive_requested: { kind: 'success', text: 'Creating backup. We’ll email you when it is ready.' },
  archive_is_being_made: { kind: 'info', text: messageOf('archive-is-being-made') },
  archive_deleted: { kind: 'success', text: 'Backup deleted.' },
  too_little_room: { kind: 'warning', text: messageOf('too-little-room') },
  alert_added: { kind: 'success', text: 'Alert created.' },
  report_added: {
    kind: 'success',
    text: 'Report created. The first one is sent at the start of the next week or month.',
  },
  alert_exists: { kind: 'info', text: messageOf('alert-already-exists') },
  alert_changed: { kind: 'success', text: 'Saved.' },
  alert_paused: { kind: 'success', text: 'Alert paused.' },
  alert_resumed: { kind: 'success', text: 'Alert resumed.' },
  alert_deleted: { kind: 'success', text: 'Alert deleted.' },
  share_link_made: { kind: 'success', text: 'Share link created.' },
  share_link_ended: { kind: 'success', text: 'Link revoked.' },
  annotation_saved: { kind: 'success', text: 'Annotation saved.' },
  annotation_deleted: { kind: 'success', text: 'Annotation deleted.' },
  destination_added: { kind: 'success', text: 'Destination added. Send a test message to check it.' },
  destination_changed: { kind: 'success', text: 'Saved.' },
  destination_paused: { kind: 'success', text: 'Destination paused.' },
  destination_resumed: { kind: 'success', text: 'Destination resumed.' },
  destination_deleted: { kind: 'success', text: 'Destination deleted.' },
  message_arrived: { kind: 'success', text: 'Message delivered.' },
  message_failed: { kind: 'warning', text: 'Delivery failed. See the log for details.' },
  nothing_to_download: { kind: 'warning', text: 'Choose at least one package or pixel.' },
  lead_questionnaire_saved: { kind: 'success', text: 'Saved. Leads updated.' },
  restricted_answers_saved: { kind: 'success', text: 'Restricted answers saved.' },
  data_provider_on: { kind: 'success', text: 'Data provider connected.' },
  data_provider_off: { kind: 'success', text: 'Data provider disconnected. Its key and data were deleted.' },
  company_corrected: { kind: 'success', text: 'Saved. Applies to past and future events.' },
  correction_taken_back: { kind: 'success', text: 'Correction removed.' },
  filter_removed: { kind: 'success', text: 'Filter removed.' },
  pixel_deleted: { kind: 'success', text: 'Pixel deleted.' },
} as const satisfies Record<string, Toast>;

export type ToastKey = keyof typeof toasts;

export function isToastKey(text: string): text is ToastKey {
  return Object.hasOwn(toasts, text);
}

/** Text and kind of a toast. */
export function toastFor(key: ToastKey): Toast {
  return toasts[key];
}

const sentences = {
  filter_key_twice: 'You already have a condition on this field. Separate several values with commas.',
  nothing_chosen: 'Select at least one package or collection.',
  domain_not_added: 'The gateway did not respond.',
} as const;

/** The message of a key or gateway code; undefined for any other text. */
function knownSentence(key: string): string | undefined {
  if (hasKey(sentences, key)) return sentences[key];
  if (hasKey(ownErrors, key)) return ownErrors[key][1];
  return isErrorCode(key) ? messageOf(key) : undefined;
}

/** The message of a key or gateway code; any other text is returned unchanged. */
export function sentence(key: string): string {
  return knownSentence(key) ?? key;
}

/** The same for a zod issue, whose message is a key or zod's own text. */
export function sentenceOfIssue(message: string): string {
  return knownSentence(message) ?? messageOf(message === 'Required' ? 'field-is-required' : 'request-not-valid');
}
