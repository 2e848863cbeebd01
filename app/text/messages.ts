/**
 * Every sentence the dashboard says on its own, by key. Sentences of the gateway's codes are in
 * contract/errors.ts, those the browser needs by itself in browser-words.ts.
 */
import { isErrorCode, messageOf } from 'contract/errors';
import { ownErrors } from './field-rules';
import { notReached, somethingWrong } from '../config/browser-messages';

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
    text: 'This form was opened as somebody else. Nothing was saved. Look at whose page this is and send it again.',
  },
  owner_suspended: { kind: 'warning', text: messageOf('owner-suspended') },
  account_suspended: { kind: 'warning', text: messageOf('account-suspended') },
  expired_session: { kind: 'warning', text: 'Session expired, please login again' },
  something_went_wrong: { kind: 'warning', text: somethingWrong },
  gateway_unreachable: { kind: 'warning', text: notReached },
  too_much_at_once: { kind: 'warning', text: messageOf('too-much-at-once') },
  server_is_busy: { kind: 'warning', text: messageOf('server-is-busy') },
  records_are_busy: { kind: 'warning', text: messageOf('records-are-busy') },
  question_is_too_large: { kind: 'warning', text: messageOf('question-is-too-large') },
  too_many_attempts: { kind: 'warning', text: 'Too many attempts. Please wait and try again.' },
  /** Outside production only, followed by the message of the payment provider. */
  stripe_error: { kind: 'warning', text: 'Stripe error' },
  email_already_verified: { kind: 'info', text: 'Your email was already verified' },
  email_verification_requested: { kind: 'success', text: 'Email verification successfully requested' },
  email_verified: { kind: 'success', text: 'Your email address is confirmed.' },
  password_reset_requested: {
    kind: 'info',
    text: 'If there is an account with this address, a link is on its way to it.',
  },
  password_reset: { kind: 'success', text: 'Your password is changed. Please sign in.' },
  github_failed: { kind: 'warning', text: 'GitHub did not confirm this sign-in. Try again.' },
  github_linked: { kind: 'success', text: 'You can sign in with GitHub from now on.' },
  github_not_linked: { kind: 'warning', text: 'GitHub did not confirm the account. Please try again.' },
  github_belongs_elsewhere: {
    kind: 'warning',
    text: 'This GitHub account is linked to another account, or your account is linked to another GitHub account.',
  },
  github_unlinked: { kind: 'success', text: 'The GitHub account is unlinked.' },
  sign_in_took_too_long: { kind: 'warning', text: 'This sign-in timed out. Start again.' },
  identity_confirmed: { kind: 'success', text: 'Confirmed. You will not be asked again for ten minutes.' },
  not_confirmed: { kind: 'warning', text: 'Please confirm your identity first.' },
  not_confirmed_by_github: { kind: 'warning', text: 'GitHub did not confirm your identity. Please try again.' },
  two_factor_on: { kind: 'success', text: 'Two-factor authentication is on.' },
  two_factor_off: { kind: 'success', text: 'Two-factor authentication is off.' },
  recovery_codes_made: { kind: 'success', text: 'Your new recovery codes are ready.' },
  recovery_codes_kept: { kind: 'success', text: 'Your recovery codes will not be shown again.' },
  profile_saved: { kind: 'success', text: 'Your account is saved.' },
  password_changed: { kind: 'success', text: 'Your password is changed. All other sessions have ended.' },
  email_change_requested: { kind: 'info', text: 'Please follow the link we have sent to your new address.' },
  email_changed: { kind: 'success', text: 'Your email address is changed.' },
  preferences_saved: { kind: 'success', text: 'Your email preferences are saved.' },
  summary_sent: { kind: 'success', text: 'The summary is on its way.' },
  nothing_to_report: { kind: 'info', text: messageOf('nothing-to-report') },
  email_not_confirmed: { kind: 'warning', text: messageOf('email-is-not-confirmed') },
  notification_on: { kind: 'success', text: 'You get a mail when a new company uses this package.' },
  notification_off: { kind: 'success', text: 'You get no more mails about this package.' },
  session_ended: { kind: 'success', text: 'The session has ended.' },
  sessions_ended: { kind: 'success', text: 'All other sessions have ended.' },
  token_revoked: { kind: 'success', text: 'The token is revoked.' },
  account_deleted: { kind: 'success', text: 'Your account is deleted.' },
  signed_out: { kind: 'success', text: 'You are signed out.' },
  acting_ended: { kind: 'warning', text: 'You no longer act as somebody else.' },
  acting_stopped: { kind: 'success', text: 'You no longer act as somebody else.' },
  acted_account_deleted: { kind: 'success', text: 'The account is deleted. You no longer act as its person.' },
  welcome: { kind: 'success', text: 'Your account is ready.' },
  context_gone: {
    kind: 'info',
    text: 'The organization you were in is gone, has a new name, or you are no longer a member. This is your own account.',
  },
  context_switched: { kind: 'success', text: 'Switched.' },
  package_created: { kind: 'success', text: 'Package created.' },
  package_updated: { kind: 'success', text: 'Package saved.' },
  event_retention_saved: { kind: 'success', text: 'Saved. Older events are deleted within an hour.' },
  company_erased: {
    kind: 'success',
    text: 'The company is being erased. This takes up to a minute, or an hour where it has very many events.',
  },
  endpoint_erased: { kind: 'success', text: 'The endpoint is being erased. This takes up to a minute.' },
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
  payment_failed: { kind: 'warning', text: 'The payment failed. Please use another card.' },
  card_saved: { kind: 'success', text: 'Card saved.' },
  product_created: { kind: 'success', text: 'Product created.' },
  product_archived: { kind: 'success', text: 'Product archived.' },
  price_added: { kind: 'success', text: 'Price added.' },
  price_archived: { kind: 'success', text: 'Price archived.' },
  discount_created: { kind: 'success', text: 'Discount created.' },
  journal_seen: { kind: 'success', text: 'Dismissed.' },
  discount_archived: { kind: 'success', text: 'Discount archived.' },
  organization_created: { kind: 'success', text: 'Organization created.' },
  organization_saved: { kind: 'success', text: 'Organization saved.' },
  two_factor_required: { kind: 'success', text: 'Members need two-factor authentication from now on.' },
  two_factor_not_required: { kind: 'success', text: 'Members no longer need two-factor authentication.' },
  sharing_forbidden: { kind: 'success', text: 'Share links are off. Those there are answer as ended.' },
  sharing_allowed: { kind: 'success', text: 'Share links are allowed.' },
  organization_deleted: { kind: 'success', text: 'Organization deleted.' },
  organization_left: { kind: 'success', text: 'You have left the organization.' },
  organization_joined: { kind: 'success', text: 'You have joined the organization.' },
  account_converted: {
    kind: 'success',
    text: 'Your account is an organization now. Please sign in with your new username.',
  },
  acted_account_converted: { kind: 'success', text: 'The account is an organization now. You no longer act as it.' },
  invite_sent: { kind: 'success', text: 'The invite is on its way.' },
  invite_withdrawn: { kind: 'success', text: 'Invite withdrawn.' },
  invite_gone: { kind: 'warning', text: 'This invite is no longer open.' },
  invite_sent_too_often: { kind: 'warning', text: 'This invite was sent too often. Please try again later.' },
  role_changed: { kind: 'success', text: 'Role changed.' },
  member_added: { kind: 'success', text: 'Member added.' },
  member_removed: { kind: 'success', text: 'Member removed.' },
  domain_verified: { kind: 'success', text: 'The domain is verified.' },
  domain_stays_verified: { kind: 'warning', text: 'The record was not found. The domain stays verified.' },
  domain_not_verified: { kind: 'warning', text: 'The records were not found. A change of the DNS can take hours.' },
  domain_taken: { kind: 'warning', text: 'Another owner has verified this domain.' },
  domain_reserved: { kind: 'warning', text: 'This address cannot be a custom domain.' },
  domain_confirmed: { kind: 'success', text: 'The domain is confirmed.' },
  name_freed: { kind: 'success', text: 'The name is free and can be registered again.' },
  owner_is_suspended: { kind: 'success', text: 'Suspended. The people affected get a mail.' },
  suspension_lifted: { kind: 'success', text: 'The suspension is lifted.' },
  password_reset_sent: { kind: 'success', text: 'The link to a new password is on its way.' },
  owner_deleted: { kind: 'success', text: 'Deleted. The people affected get a mail.' },
  domain_unanswered: { kind: 'warning', text: 'The DNS did not answer in time. Please try again.' },
  domain_checked_too_often: { kind: 'warning', text: 'Domains were checked too often. Please try again later.' },
  bots_filtered: { kind: 'success', text: 'Suspected bots are no longer counted.' },
  bots_counted: { kind: 'success', text: 'Suspected bots are counted.' },
  agent_excluded: { kind: 'success', text: 'This user agent is no longer counted.' },
  filter_name_taken: { kind: 'warning', text: 'A filter with this name exists already. Please choose another one.' },
  too_many_filters: { kind: 'warning', text: messageOf('too-many-filters') },
  filter_created: { kind: 'success', text: 'Filter saved.' },
  import_started: { kind: 'success', text: 'The import has started. It goes on when you leave this page.' },
  import_aborted: { kind: 'success', text: 'The import has ended and its file is deleted.' },
  export_scheduled: { kind: 'success', text: 'The export is scheduled. Its first files come when this day has ended.' },
  export_started: { kind: 'success', text: 'The export of yesterday has started.' },
  export_removed: { kind: 'success', text: 'The scheduled export has been removed.' },
  export_runs_already: { kind: 'info', text: 'This export is still running. Please wait until it has finished.' },
  archive_requested: { kind: 'success', text: 'The archive is being made. A mail tells you when it is ready.' },
  archive_is_being_made: { kind: 'info', text: messageOf('archive-is-being-made') },
  archive_deleted: { kind: 'success', text: 'The archive is deleted.' },
  too_little_room: { kind: 'warning', text: messageOf('too-little-room') },
  alert_added: { kind: 'success', text: 'From now on this is told as soon as it happens.' },
  report_added: { kind: 'success', text: 'The next report comes at the beginning of the next week or month.' },
  alert_changed: { kind: 'success', text: 'Saved. What holds already is not told.' },
  alert_paused: { kind: 'success', text: 'This is not told until you resume it.' },
  alert_resumed: { kind: 'success', text: 'This is told again.' },
  alert_deleted: { kind: 'success', text: 'The alert is deleted.' },
  share_link_made: { kind: 'success', text: 'The link is there. Whoever has it sees the page.' },
  share_link_ended: { kind: 'success', text: 'The link has ended, and says so.' },
  annotation_saved: { kind: 'success', text: 'Saved. Charts show it at its day.' },
  annotation_deleted: { kind: 'success', text: 'The annotation is deleted.' },
  destination_added: { kind: 'success', text: 'The destination is there. Send a test message to see that it works.' },
  destination_changed: { kind: 'success', text: 'Saved.' },
  destination_paused: { kind: 'success', text: 'Nothing is sent there until you resume it.' },
  destination_resumed: { kind: 'success', text: 'Messages are sent there again.' },
  destination_deleted: { kind: 'success', text: 'The destination is deleted, with its log.' },
  message_arrived: { kind: 'success', text: 'The message has arrived.' },
  message_failed: { kind: 'warning', text: 'The message has not arrived. The log says why.' },
  nothing_to_download: { kind: 'warning', text: 'Choose at least one package or pixel.' },
  lead_questionnaire_saved: { kind: 'success', text: 'Saved. The leads follow it from now on.' },
  restricted_answers_saved: { kind: 'success', text: 'The restricted answers are saved.' },
  data_provider_on: { kind: 'success', text: 'The data provider is on.' },
  data_provider_off: { kind: 'success', text: 'The data provider is off. Its key and its data have been deleted.' },
  company_corrected: { kind: 'success', text: 'Saved. It holds for all events, past and future.' },
  correction_taken_back: { kind: 'success', text: 'The correction has been taken back.' },
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
  filter_key_twice: 'There is a condition on this already. Put several texts into one, with commas between.',
  nothing_chosen: 'Tick at least one package or collection.',
  domain_not_added: 'The gateway did not answer.',
} as const;

/** The message of a key or gateway code; undefined for any other text. */
function knownSentence(key: string): string | undefined {
  if (Object.hasOwn(sentences, key)) return sentences[key as keyof typeof sentences];
  if (Object.hasOwn(ownErrors, key)) return ownErrors[key as keyof typeof ownErrors][1];
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
