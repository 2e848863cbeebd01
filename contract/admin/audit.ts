/** The audit log: who did what to an account or organization, when, and from where. */
import { z } from 'zod';
import * as limits from '../floor/limits';
import { queryList, PageQuery, pageOf, route } from '../rules/route';

/** Every action the audit log can record. */
export const AuditAction = z.enum([
  'registered',
  'signed-in',
  'sign-in-failed',
  'sign-in-limited',
  'signed-out',
  'session-revoked',
  'password-changed',
  'password-reset',
  'email-changed',
  'email-preferences-changed',
  'username-changed',
  'github-linked',
  'github-unlinked',
  'single-sign-on-linked',
  'two-factor-on',
  'two-factor-off',
  'recovery-code-used',
  'recovery-codes-renewed',
  'token-created',
  'token-revoked',
  'token-used',
  'administrator-granted',
  'administrator-revoked',
  'account-deleted',
  'organization-created',
  'organization-updated',
  'two-factor-required',
  'two-factor-not-required',
  'sharing-forbidden',
  'sharing-allowed',
  'organization-converted',
  'organization-deleted',
  'member-invited',
  'invite-deleted',
  'member-joined',
  'member-role-changed',
  'member-removed',
  'member-left',
  'package-member-added',
  'package-member-level-changed',
  'package-member-removed',
  'package-created',
  'registry-changed',
  'catch-all-changed',
  'route-created',
  'route-changed',
  'route-deleted',
  'domain-added',
  'domain-removed',
  'package-deleted',
  'pixel-deleted',
  'collection-created',
  'collection-changed',
  'collection-deleted',
  'domain-verified',
  'domain-confirmed',
  'domain-lost',
  'scheduled-export-created',
  'scheduled-export-deleted',
  'archive-requested',
  'archive-downloaded',
  'alert-created',
  'alert-changed',
  'alert-deleted',
  'destination-created',
  'destination-changed',
  'destination-deleted',
  'destination-secret-renewed',
  'share-link-created',
  'share-link-ended',
  'events-imported',
  'company-erased',
  'endpoint-erased',
  'event-retention-changed',
  'variables-chosen',
  'version-withdrawn',
  'version-deprecated',
  'fallback-targets-changed',
  'version-restored',
  'registry-counts-on',
  'registry-counts-uploaded',
  'registry-counts-deleted',
  'lead-questionnaire-saved',
  'annotation-created',
  'annotation-changed',
  'annotation-deleted',
  'company-corrected',
  'company-correction-taken-back',
  'data-provider-on',
  'data-provider-key-changed',
  'data-provider-off',
  'payment-method-saved',
  'subscription-started',
  'subscription-changed',
  'subscription-canceled',
  'subscription-resumed',
  'offer-changed',
  'addresses-exported',
  'name-freed',
  'clock-confirmed',
  'event-times-corrected',
  'suspended',
  'suspension-lifted',
  'password-reset-sent',
  'account-administered',
  'access-refused',
  'acting-started',
  'changed-while-acting',
  'acting-stopped',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** Names are those at the time: who is renamed or deleted later keeps the name they had then. */
export const AuditEvent = z.object({
  id: z.string(),
  time: z.string().datetime(),
  action: AuditAction,
  /** A username, `payment provider` or `a collection`; null if not signed in. */
  actor: z.string().nullable(),
  /** The owner a platform admin acted as; null otherwise. */
  acting_as: z.string().nullable(),
  /**
   * The person or organization concerned; null where there is none, such as a sign-in to an account
   * that does not exist.
   */
  owner: z.string().nullable(),
  /** The object of the action, such as the name of a package; may be empty. */
  target: z.string(),
  /** Network address of the client; empty where it is not known. */
  address: z.string(),
  /** The client's `User-Agent`, cut to a maximum length. */
  agent: z.string(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** Newest first; `after` is the id of the last event on the page before. */
const AuditQuery = PageQuery.extend({ action: queryList(AuditAction) });

/** Request header with the owner that a platform admin impersonates; ignored for other callers. */
export const actingAsHeader = 'x-acting-as';

export const auditApi = {
  getAuditEvents: route({
    id: 'getAuditEvents',
    method: 'GET',
    path: '/v2/audit/{owner}',
    summary: 'List audit events of an account or organization, newest first',
    tag: 'Audit',
    access: 'write',
    params: z.object({ owner: z.string() }),
    query: AuditQuery,
    answer: pageOf(AuditEvent),
    errors: ['owner-not-found'],
  }),

  /** `about`: part of the name of an actor or owner. */
  getAllAuditEvents: route({
    id: 'getAllAuditEvents',
    method: 'GET',
    path: '/internal/admin/audit',
    summary: 'List audit events of this installation, newest first',
    tag: 'Audit',
    access: 'platform-admin',
    query: AuditQuery.extend({ about: z.string().trim().max(limits.nameMax).optional() }),
    answer: pageOf(AuditEvent),
  }),
};
