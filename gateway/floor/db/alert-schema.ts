/** The tables of alerts, reports and their destinations. */
import type { AlertKind } from 'contract/alerts/alerts';
import type { DeliveryStatus, DestinationKind } from 'contract/alerts/destinations';

/** Where alerts and reports of an owner are sent. */
export interface DestinationRow {
  id: string;
  owner_id: string;
  kind: DestinationKind;
  name: string;
  /** The person of an email; null otherwise. */
  user_id: string | null;
  /** The part of the address that is no secret; empty for a person. */
  shown: string;
  /** The whole address, sealed; empty for a person. */
  address: string;
  /** Sealed; empty where nothing is signed. */
  secret: string;
  /** The one before, sealed, which signs as well until then; empty where there is none. */
  earlier_secret: string;
  earlier_until: number | null;
  paused_at: number | null;
  /** Null where the last attempt succeeded. */
  failing_since: number | null;
  /** When its owners were last told of a message that was given up. */
  noticed_at: number | null;
  created_by: string | null;
  created_at: number;
}

/** One message on its way to one destination; its log. */
export interface DeliveryRow {
  id: string;
  owner_id: string;
  destination_id: string;
  message_id: string;
  cause: 'alert' | 'test' | 'replay';
  /** A `Told`, as JSON. */
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

/** Something an owner is told of. */
export interface AlertRow {
  id: string;
  owner_id: string;
  /** Null for all packages. */
  package_id: string | null;
  kind: AlertKind;
  /** An `AlertSettings`, as JSON. */
  settings: string;
  paused_at: number | null;
  /** What came before was looked at. */
  checked_until: number;
  last_told_at: number | null;
  created_by: string | null;
  created_at: number;
}

export interface AlertDestinationRow {
  alert_id: string;
  destination_id: string;
}

/** What an alert has told, or knew already when it was made: it is not told again. */
export interface SentAlertRow {
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

/** The key in `alert_told` of a company that an alert has reported. */
export function alertCompanyKey(company: string): string {
  return `company ${company}`;
}
