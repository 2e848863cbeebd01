/** Parts of 60 events that differ in everything that reports break down by. */
import type { Event } from 'contract/event-fields';

const acme = {
  companyName: 'Acme',
  companyDomain: 'acme.example',
  connectionType: 'business' as const,
  confidence: 0.9,
};
const nameless = { companyName: 'Nameless', connectionType: 'business' as const, confidence: 0.9 };
const cloud = { companyName: 'Cloud', companyDomain: 'cloud.example', connectionType: 'hosting' as const };

const variables: Record<string, string>[] = [{}, { page: 'intro', 'a:b/~c': 'x' }, { page: '', constructor: 'y' }];

/** Every combination of a few values, so that each condition has events on both sides. */
export function variedEvents(): Partial<Event>[] {
  let all: Partial<Event>[] = [];
  for (let platform of ['linux', 'Windows', ''])
    for (let version of ['4.1.0', 'v4.1.9', '4.2.0', '5', ''])
      for (let who of [acme, nameless, cloud, {}])
        all.push({ platform, version, ...who, client: all.length % 2 ? 'curl' : 'npm' });
  return all.map((one, i) => ({
    ...one,
    country: ['DE', 'US', ''][i % 3]!,
    referer: i % 4 ? '' : `https://docs.example/a:b?c=${i % 8}`,
    variables: variables[i % 3]!,
    originId: BigInt(1 + (i % 7)),
    endpointId: BigInt(1 + (i % 3)),
    audience: (['person-like', 'ci', 'bot'] as const)[i % 3]!,
    isBot: i % 3 === 2,
    doNotTrack: i === 7,
  }));
}
