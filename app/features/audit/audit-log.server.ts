import { auditApi, type AuditAction, type AuditEvent } from 'contract/admin/audit';
import type { AnswerOf } from 'contract/rules/route';
import { agentName } from '../../text/display-names.server';
import type { Call } from '../../gateway/gateway-client.server';

const eventsPerPage = 50;

export interface AuditLine {
  id: string;
  time: string;
  who: string;
  what: string;
  target: string;
  owner: string;
  address: string;
  agent: string;
}

export interface AuditPage {
  lines: AuditLine[];
  page: number;
  pages: number;
}

/** Newest first; `page` from 1. */
export async function readAudit(call: Call, owner: string, page: number): Promise<AuditPage> {
  return shown(
    await call(auditApi.getAuditEvents, { params: { owner }, query: { per_page: eventsPerPage, page } }),
    page,
  );
}

/** `about`: part of a name. */
export async function readInstallationAudit(call: Call, about: string, page: number): Promise<AuditPage> {
  let query = { per_page: eventsPerPage, page, about: about || undefined };
  return shown(await call(auditApi.getAllAuditEvents, { query }), page);
}

function shown({ results, total }: AnswerOf<typeof auditApi.getAuditEvents>, page: number): AuditPage {
  return { lines: results.map(lineOf), page, pages: Math.ceil(total / eventsPerPage) };
}

function lineOf({ id, time, actor, acting_as, owner, action, target, address, agent }: AuditEvent): AuditLine {
  let who = actor ?? 'Not signed in';
  return {
    id,
    time,
    who: acting_as ? `${who} (acting as ${acting_as})` : who,
    what: actionWords[action],
    target,
    owner: owner ?? '',
    address,
    agent: agentName(agent),
  };
}

const actionWords: Record<AuditAction, string> = {
  registered: 'Created the account',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'sign-in-limited': 'Slowed down sign-in after too many attempts',
  'signed-out': 'Signed out',
  'session-revoked': 'Revoked a session',
  'password-changed': 'Changed the password',
  'password-reset': 'Reset the password by email',
  'email-changed': 'Changed the email',
  'email-preferences-changed': 'Changed the email preferences',
  'username-changed': 'Changed the username',
  'github-linked': 'Linked a GitHub account',
  'github-unlinked': 'Unlinked the GitHub account',
  'single-sign-on-linked': 'Signed in with single sign-on for the first time',
  'two-factor-on': 'Turned on two-factor',
  'two-factor-off': 'Turned off two-factor',
  'recovery-code-used': 'Used a recovery code',
  'recovery-codes-renewed': 'Created new recovery codes',
  'token-created': 'Created an API token',
  'token-revoked': 'Revoked an API token',
  'token-used': 'Used an API token (first time that day)',
  'administrator-granted': 'Became a platform admin',
  'administrator-revoked': 'No longer a platform admin',
  'account-deleted': 'Deleted the account',
  'organization-created': 'Created the organization',
  'organization-updated': 'Changed the organization',
  'two-factor-required': 'Required two-factor authentication of members',
  'two-factor-not-required': 'Stopped requiring two-factor authentication',
  'sharing-forbidden': 'Disabled public sharing',
  'sharing-allowed': 'Enabled public sharing',
  'organization-converted': 'Converted an account to the organization',
  'organization-deleted': 'Deleted the organization',
  'member-invited': 'Invited a person',
  'invite-deleted': 'Withdrew an invite',
  'member-joined': 'Member joined',
  'member-role-changed': 'Changed a role',
  'member-removed': 'Removed a member',
  'member-left': 'Left',
  'package-member-added': 'Added a person to a package',
  'package-member-level-changed': 'Changed a role on a package',
  'package-member-removed': 'Removed a person from a package',
  'package-created': 'Created a package',
  'registry-changed': 'Changed a registry',
  'catch-all-changed': 'Changed the fallback URL',
  'route-created': 'Added a route',
  'route-changed': 'Changed a route',
  'route-deleted': 'Deleted a route',
  'domain-added': 'Added a domain',
  'domain-removed': 'Removed a domain',
  'package-deleted': 'Deleted a package',
  'pixel-deleted': 'Deleted a pixel',
  'collection-created': 'Created a collection',
  'collection-changed': 'Changed a collection',
  'collection-deleted': 'Deleted a collection',
  'domain-verified': 'Verified a domain',
  'domain-confirmed': 'Verified a domain manually',
  'domain-lost': 'Lost a domain to another owner',
  'events-imported': 'Imported events',
  'alert-created': 'Added an alert',
  'alert-changed': 'Changed an alert',
  'alert-deleted': 'Deleted an alert',
  'destination-created': 'Added a destination',
  'destination-changed': 'Changed a destination',
  'destination-deleted': 'Deleted a destination',
  'destination-secret-renewed': 'Renewed the secret of a webhook',
  'share-link-created': 'Created a share link',
  'share-link-ended': 'Revoked a share link',
  'archive-requested': 'Requested a full backup',
  'archive-downloaded': 'Downloaded a full backup',
  'scheduled-export-created': 'Scheduled a daily export',
  'scheduled-export-deleted': 'Deleted a daily export',
  'company-erased': 'Erased a company',
  'endpoint-erased': 'Erased an endpoint',
  'event-retention-changed': 'Changed event retention',
  'variables-chosen': 'Changed the variables for page, platform and version',
  'version-withdrawn': 'Withdrew a version',
  'fallback-targets-changed': 'Changed fallback targets',
  'registry-counts-on': 'Turned on registry counts',
  'registry-counts-uploaded': 'Uploaded registry counts',
  'registry-counts-deleted': 'Deleted registry counts',
  'version-deprecated': 'Marked a version as deprecated',
  'version-restored': 'Restored a version',
  'lead-questionnaire-saved': 'Changed the lead questionnaire',
  'annotation-created': 'Added an annotation',
  'annotation-changed': 'Changed an annotation',
  'annotation-deleted': 'Deleted an annotation',
  'company-corrected': 'Reassigned a network',
  'company-correction-taken-back': 'Removed a correction',
  'data-provider-on': 'Connected a data provider',
  'data-provider-key-changed': 'Changed a data provider key',
  'data-provider-off': 'Disconnected a data provider',
  'payment-method-saved': 'Saved a card',
  'subscription-started': 'Started a subscription',
  'subscription-changed': 'Changed the subscription',
  'subscription-canceled': 'Canceled the subscription',
  'subscription-resumed': 'Resumed the subscription',
  'offer-changed': 'Changed products',
  'addresses-exported': 'Exported email addresses',
  'name-freed': 'Released a reserved name',
  'clock-confirmed': 'Confirmed the clock of the server',
  'event-times-corrected': 'Corrected the times of events',
  suspended: 'Suspended by an administrator',
  'suspension-lifted': 'Suspension lifted by an administrator',
  'password-reset-sent': 'Was sent a password reset by an administrator',
  'account-administered': 'Administered an account',
  'access-refused': 'Was refused access',
  'acting-started': 'Started acting as the owner',
  'changed-while-acting': 'Made a change',
  'acting-stopped': 'Stopped acting as the owner',
};
