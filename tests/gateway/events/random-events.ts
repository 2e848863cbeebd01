/**
 * Random events from a seed, with few values per field, so that every group has several events and
 * sets of origins overlap.
 */
import { uuidv7 } from 'uuidv7';
import { dayMs } from 'contract/floor/time';
import { createRandom, type Random } from 'gateway/demo/random';
import type { Event } from 'contract/event-fields';
import { periodName } from 'contract/analytics/id-periods';
import type { AggregateQuery } from 'gateway/events/shape/store';

export const packages = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
export const pixels = ['33333333-3333-4333-8333-333333333333'];
export const owner = '44444444-4444-4444-8444-444444444444';

/** The query for the number of all downloads of the 40 days before `until`. */
export function allDownloads(until: number): AggregateQuery {
  return {
    artifactType: 'package',
    artifactIds: packages,
    from: until - 40 * dayMs,
    until,
    rollup: 'total',
    breakdowns: ['by-total'],
    groupByArtifact: false,
    includeLowConfidence: true,
  };
}

function firstOfMonth(time: number): number {
  return Date.parse(`${new Date(time).toISOString().slice(0, 7)}-01T00:00:00Z`);
}

/** `count` events over the `days` before `until` (milliseconds), in the order of their time. */
export function randomEvents(count: number, seed: number, until: number, days: number): Event[] {
  let random = createRandom(seed);
  let pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;
  let times = Array.from({ length: count }, () => until - 1 - Math.floor(random.next() * days * dayMs)).sort(
    (a, b) => a - b,
  );
  return times.map((time): Event => {
    let doNotTrack = random.next() < 0.1;
    let pixel = random.next() < 0.3;
    let address = random.below(120);
    let company = doNotTrack ? '' : pick(['', "O'Hara & Søn", 'Aoba; DROP TABLE', 'Cirrus']);
    return {
      id: uuidv7(),
      type: pixel ? 'pixel-fetch' : 'binary-download',
      artifactType: pixel ? 'tracking-pixel' : 'package',
      artifactId: pick(pixel ? pixels : packages),
      ownerId: owner,
      time,
      version: pick(['', '1.0.0', '1.1.0', '2.0.0-β', '3.13rc1', 'latest']),
      referer: pixel ? pick(['', 'https://docs.example/a', 'https://docs.example/b?q=1']) : '',
      userAgent: doNotTrack ? '' : pick(['curl/8', 'docker/27', 'Wget/1.24']),
      client: doNotTrack ? '' : pick(['curl', 'docker', 'cURL', '']),
      platform: doNotTrack ? '' : pick(['linux', 'macos', '']),
      variables: random.next() < 0.2 ? { version: '1.0.0', 'a "b"': pick(['x', '\u0000', '😀']) } : {},
      originId: doNotTrack ? 0n : (1n << 63n) + BigInt(address * 3 + random.below(2)),
      endpointId: doNotTrack ? 0n : BigInt(1 + address),
      country: doNotTrack ? '' : pick(['DE', 'US', 'JP', '']),
      state: '',
      city: company && 'Bergen',
      postal: '',
      latitude: company ? 60.39299 : null,
      longitude: company ? -5.32415 : null,
      connectionType: company === 'Cirrus' ? 'hosting' : company ? 'business' : '',
      companyName: company,
      companyDomain: company && `${company.length}.example`,
      confidence: company ? pick([0.2, 0.5, 0.9]) : null,
      requestDomain: pick(['files.example', 'get.example']),
      isBot: random.next() < 0.1,
      doNotTrack,
      audience: doNotTrack ? 'unknown' : pick(['ci', 'mirror', 'person-like']),
      audienceReason: doNotTrack ? 'unknown' : pick(['agent', 'network']),
      collectionId: '',
      imagePath: '',
      idPeriod: doNotTrack || time < until - 25 * dayMs ? '' : periodName('monthly', firstOfMonth(time)),
      requestPath: '',
      network: doNotTrack ? '' : pick(['', `AS${company.length + 1} ${company || 'Somebody'}`]),
      fileExtension: doNotTrack || pixel ? '' : pick(['', 'zip', 'tar.gz']),
      clientVersion: doNotTrack ? '' : pick(['', '8.4.0', '27.3.1']),
      runtime: doNotTrack || pixel ? '' : pick(['', 'Node.js 18', 'Python 3.12']),
      installer: doNotTrack || pixel ? '' : pick(['', 'npm 10.8', 'pip 24.0']),
      arch: doNotTrack || pixel ? '' : pick(['', 'x86_64', 'arm64']),
      libc: doNotTrack || pixel ? '' : pick(['', 'glibc 2.35']),
      ciProvider: doNotTrack || pixel ? '' : pick(['', 'github-actions']),
      fallback: doNotTrack || pixel ? '' : pick(['', '', 'away', 'rate-limit']),
    };
  });
}

/** Late ones, and requests of one download, so that decisions change after they are stored. */
export function withRepeats(all: readonly Event[], random: Random): Event[] {
  let repeats = all
    .filter(({ type, doNotTrack }) => type === 'binary-download' && !doNotTrack)
    .slice(0, 200)
    .flatMap((event, i): Event[] => {
      let id = (n: number) => `${event.id.slice(0, -4)}${(4_096 + 2 * i + n).toString(16)}`;
      let asked = { ...event, requestPath: `/file-${i % 5}` };
      let times = [random.below(20_000), 20_000 + random.below(40_000)];
      return [asked, ...times.map((later, n) => ({ ...asked, id: id(n), time: event.time + later }))].slice(1);
    });
  return [...all, ...repeats].sort(() => random.next() - 0.5);
}
