/** What is known about the downloads of a version, as text for an advisory or an authority. */
import type { WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import { formatCount, formatInteger } from '../../ui/numbers';

interface Disclosed {
  package: string;
  version: string;
  /** `version` is all of a major number. */
  isMajor: boolean;
  withdrawn: WithdrawnVersion | undefined;
  /** Versions of the major number to which this does not apply. */
  exceptions?: string;
  /** Days of the first and the latest download, `YYYY-MM-DD`. */
  firstDay: string;
  lastDay: string;
  /** Of all time. `isCut`: there can be more companies than `named`. */
  counts: { total: number; users: number; fromCi: number; countriesKnown: number; named: number; isCut: boolean };
  recent: { days: number; downloads: number };
}

/** Plain sentences. Says only what was counted, also where that is nothing. */
export function disclosureText(about: Disclosed): string {
  let { isMajor, withdrawn, exceptions = '', firstDay, lastDay, counts, recent } = about;
  let { total, users, fromCi, countriesKnown, named, isCut } = counts;
  let when = firstDay === lastDay ? `on ${firstDay}` : `between ${firstDay} and ${lastDay}`;
  let where =
    countriesKnown > 0
      ? ` in ${countriesKnown === 1 ? '1 country' : `${formatInteger(countriesKnown)} countries`}`
      : '';
  let these = isMajor ? 'these versions' : 'this version';
  let name = isMajor ? `Versions ${about.version} of ${about.package} were` : `${about.package} ${about.version} was`;
  return [
    `${name} downloaded ${formatCount(total, 'time')} through our download gateway ${when}, by about ${formatCount(users, 'user')} (distinct network and client, counted once a month)${where}.`,
    fromCi === 0
      ? 'We know of no downloads by CI.'
      : fromCi === total
        ? 'All of them came from CI.'
        : `${formatInteger(fromCi)} of these downloads came from CI.`,
    companiesIn(named, isCut),
    withdrawn && !withdrawn.is_served
      ? `We withdrew ${these}${exceptions && `, except ${exceptions},`} on ${withdrawn.created_at.slice(0, 10)}: ${withdrawn.message}`
      : `In the last ${recent.days} days ${isMajor ? 'they were' : 'it was'} ${recent.downloads === 0 ? 'not downloaded' : `downloaded ${formatCount(recent.downloads, 'time')}`}. ${isMajor ? 'They are' : 'This version is'} still available${withdrawn ? `, and marked as deprecated: ${withdrawn.message}` : '.'}`,
    'These numbers include mirrors and bots. Downloads that bypassed our gateway, for example from a cache, are not included.',
  ].join(' ');
}

function companiesIn(named: number, isCut: boolean): string {
  if (named === 0) return 'We could not match any company by IP address.';
  if (named === 1) return 'We could match 1 company by its IP address.';
  return `We could match ${isCut ? 'at least ' : ''}${formatInteger(named)} companies by their IP addresses.`;
}
