/** What every check of an alert is given, and what it finds. */
import type { AlertKind } from 'contract/alerts/alerts';
import { mailLinks } from 'contract/shared/mail-links';
import { minuteMs } from 'contract/shared/time';
import type { Weighed } from '../../reports/analytics/artifact-importance';
import type { OwnerTable } from '../../floor/db/account-schema';
import type { AlertTable } from '../../floor/db/alert-schema';
import type { Records } from '../../floor/db/schema';
import type { EventRules } from '../../reports/funnel/filters';
import type { EventStore } from '../../events/store';
import type { AlertSettings } from '../alerts';
import type { Told } from '../message';

export interface Asked {
  records: Records;
  /** At one moment. */
  events: EventStore;
  owner: OwnerTable;
  alert: AlertTable;
  settings: AlertSettings;
  /** Those of the alert. */
  packages: readonly Weighed[];
  pixels: readonly Weighed[];
  rules: EventRules;
  publicUrl: string;
  /** Milliseconds. */
  now: number;
}

/** What holds now, by keys that are told once each. */
export interface Found {
  keys: readonly string[];
  /** Where anybody can make any number of them. */
  news?: News;
  /** The message about some of them; undefined where there is nothing to say. */
  tell(fresh: readonly string[]): Promise<Told | undefined>;
}

/** What was never there before; events can come much later than their time, with an import. */
export interface News {
  /** The first day that was looked at, `YYYY-MM-DD`. */
  since: string;
  /** Those of some keys that did not hold before that day. */
  among(keys: readonly string[]): Promise<readonly string[]>;
}

export type Check = (asked: Asked) => Promise<Found>;

export const nothing: Found = { keys: [], tell: async () => undefined };

/** An event can be written this long after its time. */
export const lateMs = 30 * minuteMs;

/** Things that a message names in its data. */
const factsMax = 100;

/** The first of many facts for the data of a message, and how many more there are. */
export function firstOf<Fact>(facts: readonly Fact[]): { first: Fact[]; more: number } {
  return { first: facts.slice(0, factsMax), more: Math.max(0, facts.length - factsMax) };
}

/** What an alert is about: the name of a package, or of the owner for all of them. */
export function subjectOf({ alert, packages, owner }: Asked): string {
  return alert.package_id === null ? owner.name : (packages[0]?.name ?? owner.name);
}

type Said = Pick<Told, 'title' | 'sentences' | 'data'> & { url?: string };

const types: Record<AlertKind, string> = {
  spike: 'alert.spike',
  drop: 'alert.drop',
  threshold: 'alert.threshold',
  'new-version': 'alert.new_version',
  'new-company': 'alert.new_company',
  'weekly-report': 'report.weekly',
  'monthly-report': 'report.monthly',
};

/** A message of an alert. */
export function toldBy({ alert, owner, packages, publicUrl }: Asked, said: Said): Told {
  let { title, sentences, data, url = mailLinks.ownerHome(owner.name) } = said;
  let packageName = alert.package_id === null ? null : (packages[0]?.name ?? null);
  let about = { owner: owner.name, alert_id: alert.id, package: packageName };
  return { type: types[alert.kind], title, sentences, url: publicUrl + url, data: { ...about, ...data } };
}
