import { asksForOthers, ruleIn } from 'contract/analytics/audience';
import type { Event } from 'contract/event-fields';
import { dayOf } from 'contract/floor/time';

const networkTypes: Record<Exclude<Event['connectionType'], ''>, string> = {
  business: 'business',
  isp: 'access provider',
  hosting: 'hosting provider',
  education: 'university or school',
  government: 'government',
  research: 'research',
  vpn: 'VPN, Tor exit or web gateway',
  crawler: 'crawler or scanner',
};

type Matched = Pick<Event, 'companyName' | 'companyDomain' | 'connectionType'> & Partial<Pick<Event, 'audienceReason'>>;

interface Made {
  madeBy: string;
  madeAt: number;
}

/** The reason, as a sentence, why an event belongs to its company or to none. */
export function matchReason(event: Matched, correction?: Made): string {
  let { companyName, companyDomain, connectionType, audienceReason = '' } = event;
  let company = companyName || companyDomain;
  if (correction) {
    let by = `Corrected by ${correction.madeBy} on ${dayOf(correction.madeAt)}`;
    return company ? `${by}: the network belongs to ${company}.` : `${by}: the network belongs to no company.`;
  }
  let type = connectionType && networkTypes[connectionType];
  // That of most companies, so it says nothing more.
  let isUsual = !type || connectionType === 'business';
  if (company) return isUsual ? `IP registered to ${company}.` : `${capitalized(type)} network of ${company}.`;
  let rule = ruleIn(audienceReason);
  if (rule && asksForOthers(rule)) return 'No company: crawler or image proxy.';
  return type ? `No company: ${type} network.` : 'No company: unidentified network.';
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
