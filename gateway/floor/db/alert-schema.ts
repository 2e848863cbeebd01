import type { AlertKind } from 'contract/alerts/alerts';
import type { DeliveryStatus, DestinationKind } from 'contract/alerts/destinations';

/**
 * What a rule checks. People switch the last two on for themselves: emails about new companies of a
 * package, and the weekly summary.
 */
type RuleKind = AlertKind | 'package-companies' | 'weekly-summary';

export interface DestinationRow {
  id: string;
  owner_id: string;
  /** `account`: a person's own email, for the rules of that person. No page lists it. */
  kind: DestinationKind | 'account';
  name: string;
  /** The person of an email; null otherwise. */
  user_id: string | null;
  /** The public part of the address; empty for a person. */
  shown: string;
  /** The whole address, sealed; empty for a person. */
  address: string;
  /** Sealed; empty if messages are not signed. */
  secret: string;
  /** The previous secret, sealed, which signs too until then; empty without one. */
  earlier_secret: string;
  earlier_until: number | null;
  paused_at: number | null;
  /** Null where the last attempt succeeded. */
  failing_since: number | null;
  /** When the owners were last notified of a failed message. */
  noticed_at: number | null;
  created_by: string | null;
  created_at: number;
}

/** A message to a destination, with its status. */
export interface DeliveryRow {
  id: string;
  owner_id: string;
  destination_id: string;
  message_id: string;
  cause: 'alert' | 'test' | 'replay';
  /** JSON. */
  message: string;
  status: DeliveryStatus;
  attempts: number;
  /** While it waits, the next attempt; while it runs, when its process counts as ended. */
  due_at: number;
  created_at: number;
  finished_at: number | null;
  answer_status: number | null;
  answer_ms: number | null;
  answer: string;
  /** An error code; empty without a failure. */
  reason: string;
}

/** A rule: what is checked for an owner, and for whom. */
export interface AlertRow {
  id: string;
  /** Of a weekly summary, the person. */
  owner_id: string;
  /** The person who switched it on for themselves; null for a rule of the owner. */
  user_id: string | null;
  /** Null for all packages. */
  package_id: string | null;
  kind: RuleKind;
  /** An `AlertSettings`, as JSON. */
  settings: string;
  paused_at: number | null;
  /** Earlier events have been checked. */
  checked_until: number;
  last_told_at: number | null;
  created_by: string | null;
  created_at: number;
}

/** A weekly summary asks the calendar alone. */
export type CheckedRule = AlertRow & { kind: Exclude<RuleKind, 'weekly-summary'> };

interface AlertDestinationRow {
  alert_id: string;
  destination_id: string;
}

/** What an alert has reported, or what existed before it: neither is reported again. */
interface SentAlertRow {
  alert_id: string;
  key: string;
  told_at: number;
}

export interface AlertTables {
  alerts: AlertRow;
  alert_destinations: AlertDestinationRow;
  alert_told: SentAlertRow;
  destinations: DestinationRow;
  deliveries: DeliveryRow;
}

/** Key of a company in `alert_told`. */
export function alertCompanyKey(company: string): string {
  return `company ${company}`;
}
