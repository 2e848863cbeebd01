/** Why an event names the company it names, or none, told from what the event keeps. */
import { asksForOthers, ruleIn } from './audience';
import type { Event } from './event-fields';

const networkTypes: Record<Exclude<Event['connectionType'], ''>, string> = {
  business: 'company',
  isp: 'access provider',
  hosting: 'hosting provider',
  education: 'university or school',
  government: 'authority',
  research: 'research network',
  vpn: 'VPN, Tor exit or web gateway',
  crawler: 'crawler or scanner',
};

/** Says in a sentence why an event belongs to its company, or to none. */
export function matchReason(event: Pick<Event, 'companyName' | 'connectionType' | 'audienceReason'>): string {
  let { companyName, connectionType, audienceReason } = event;
  let type = connectionType && networkTypes[connectionType];
  if (companyName) return `Address registered to ${companyName}${type && `, network type ${type}`}.`;
  let rule = ruleIn(audienceReason);
  if (rule && asksForOthers(rule)) return 'No company: a crawler or an image proxy asks for others.';
  return type ? `No company: network type ${type}.` : 'No company: it is not known whose the address is.';
}
