/** Input and result of the checks of alerts. */
import { cleanText } from 'contract/floor/printable';
import { emailLinks } from 'contract/floor/email-links';
import { minuteMs } from 'contract/floor/time';
import { newestFirst } from 'contract/packages/version-order';
import type {
  ArtifactWithImportance,
  ArtifactsWithImportance,
  PackageWithImportance,
} from '../../reports/conditions/artifact-importance';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { CheckedRule } from '../../floor/db/alert-schema';
import type { Records } from '../../floor/db/schema';
import type { Once } from '../../floor/once';
import type { EventRules } from '../../reports/funnel/event-rules';
import type { EventReader } from '../../events/shape/store';
import type { AlertSettings } from '../alerts';
import type { AlertMessage } from '../alert-message';

export interface CheckContext {
  records: Records;
  /** A snapshot. */
  events: EventReader;
  owner: OwnerRow;
  alert: CheckedRule;
  settings: AlertSettings;
  /** Of the owner. */
  artifacts: ArtifactsWithImportance;
  /** Limited to the package of the alert. */
  packages: readonly PackageWithImportance[];
  pixels: readonly ArtifactWithImportance[];
  rules: EventRules;
  publicUrl: string;
  now: number;
  /** Of all rules of the owner in a run. */
  once: Once;
}

/** The keys that are true now; each is sent once. */
export interface CheckResult {
  keys: readonly string[];
  /** Set where clients can cause any number of keys. */
  news?: News;
  /** The message about pending keys; undefined to send none. */
  messageFor(pending: readonly string[]): Promise<AlertMessage | undefined>;
}

/** Tells new keys from those of late events, which imports can add months later. */
interface News {
  /**
   * The first day that was checked, `YYYY-MM-DD`: very many keys become one message a day. Left out
   * where every key is to be remembered.
   */
  since?: string;
  /** The keys that were not true before that day. */
  among(keys: readonly string[]): Promise<readonly string[]>;
}

export type AlertCheck = (context: CheckContext) => Promise<CheckResult>;

export const noResult: CheckResult = { keys: [], messageFor: async () => undefined };

/** Events can be stored this long after their time. */
export const lateMs = 30 * minuteMs;

const factsMax = 100;

/** Limits the facts in the data of a message. */
export function limitFacts<Fact>(facts: readonly Fact[]): { first: Fact[]; more: number } {
  return { first: facts.slice(0, factsMax), more: Math.max(0, facts.length - factsMax) };
}

interface VersionFact {
  /** Name. */
  package: string;
  type: string;
  version: string;
}

/** By package, the newest versions first, so that limited facts have these. */
export function sortVersions<Fact extends VersionFact>(facts: readonly Fact[]): Fact[] {
  let orders = new Map<string, (a: string, b: string) => number>();
  for (let { type } of facts) if (!orders.has(type)) orders.set(type, newestFirst(type));
  return facts.toSorted((a, b) => {
    if (a.package !== b.package) return a.package < b.package ? -1 : 1;
    return a.type === b.type ? orders.get(a.type)!(a.version, b.version) : a.type < b.type ? -1 : 1;
  });
}

/** The name of the alert's package, or of its owner. */
export function alertSubject({ alert, packages, owner }: CheckContext): string {
  return alert.package_id === null ? owner.name : (packages[0]?.name ?? owner.name);
}

type MessageContent = Pick<AlertMessage, 'title' | 'sentences' | 'data'> & { url?: string };

const messageTypes: Record<CheckedRule['kind'], string> = {
  spike: 'alert.spike',
  drop: 'alert.drop',
  threshold: 'alert.threshold',
  'new-version': 'alert.new_version',
  'withdrawn-unused': 'alert.withdrawn_unused',
  'target-away': 'alert.target_away',
  'new-company': 'alert.new_company',
  'package-companies': 'notice.package_companies',
  'weekly-report': 'report.weekly',
  'monthly-report': 'report.monthly',
};

export function alertMessage(
  { alert, owner, packages, publicUrl }: CheckContext,
  content: MessageContent,
): AlertMessage {
  let { title, sentences, data, url = emailLinks.ownerHome(owner.name) } = content;
  let packageName = alert.package_id === null ? null : (packages[0]?.name ?? null);
  let about = { owner: owner.name, alert_id: alert.id, package: packageName };
  let said = { title: cleanText(title), sentences: sentences.map(cleanText) };
  return { type: messageTypes[alert.kind], ...said, url: publicUrl + url, data: { ...about, ...data } };
}
