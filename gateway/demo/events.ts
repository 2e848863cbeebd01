/** Sample traffic: 120 days of downloads and page views, in order. */
import { audienceRules, audienceReasonOf, type AudienceRuleName } from 'contract/analytics/audience';
import { dayMs } from 'contract/floor/time';
import { unknownEvent, type Event } from 'contract/event-fields';
import { periodName } from 'contract/analytics/id-periods';
import { inCi, sampleAgents, type Toolchain } from './agents';
import type { SamplePackage, SamplePixel } from './artifacts';
import { createRandom, type Random, weighted } from './random';
import { networkOf, sampleCompanies, sampleCountries, unknownNetworks, type SampleCompany } from './visitors';

export const sampleDays = 120;

export type PlacedPackage = SamplePackage & { id: string; ownerId: string };
export type PlacedPixel = SamplePixel & { id: string; ownerId: string };

/** `count` events until `now` (milliseconds); deterministic. */
export function* sampleEvents(
  { packages, pixels }: { packages: PlacedPackage[]; pixels: PlacedPixel[] },
  count: number,
  now: number,
  seed = 1_815,
): Generator<Event> {
  let random = createRandom(seed);
  let start = Math.floor(now / dayMs) * dayMs - (sampleDays - 1) * dayMs;
  let pickPackage = weighted(packages, (p) => p.weight);
  let pickPixel = weighted(pixels, (p) => p.weight);
  let pixelShare = sum(pixels) / (sum(pixels) + sum(packages));
  let sequence = 0;
  for (let [day, events] of spread(count, start, now).entries()) {
    let visitors = weighted(visitorsOn(day), (v) => v.weight);
    let from = start + day * dayMs;
    let month = beginOfMonth(from);
    let period = { salt: BigInt(month), name: periodName('monthly', month) };
    let span = Math.min(dayMs, now - from);
    let times = Float64Array.from({ length: events }, () => from + Math.floor(random.next() * span)).sort();
    for (let time of times) {
      let visitor = visitors(random);
      let views = visitor.company ? random.next() >= visitor.company.downloads : random.next() < pixelShare;
      let asked = views ? viewOf(pickPixel(random), random) : downloadOf(pickPackage(random), day, random);
      let event = inPeriod(visitOf(visitor, asked, random), period);
      event.id = idAt(time, sequence++, random);
      event.time = time;
      yield event;
    }
  }
}

/** Ids change monthly, as with monthly salts. */
function inPeriod(visit: Event, { salt, name }: { salt: bigint; name: string }): Event {
  if (visit.doNotTrack) return visit;
  visit.originId = BigInt.asUintN(64, visit.originId * 1_000_003n + salt);
  visit.endpointId = BigInt.asUintN(64, visit.endpointId * 1_000_003n + salt);
  visit.idPeriod = name;
  return visit;
}

export function beginOfMonth(time: number): number {
  let at = new Date(time);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

function sum(items: { weight: number }[]): number {
  return items.reduce((total, item) => total + item.weight, 0);
}

/**
 * Slow growth, quiet weekends, a burst at the big release, and the part of today that is over. Adds
 * up to `count`.
 */
function spread(count: number, start: number, now: number): number[] {
  let shape = Array.from({ length: sampleDays }, (_, day) => {
    let weekday = new Date(start + day * dayMs).getUTCDay();
    let weekend = weekday === 0 || weekday === 6 ? 0.55 : 1;
    let burst = day >= 92 && day < 97 ? 1.5 - (day - 92) * 0.1 : 1;
    let ripple = 1 + 0.08 * Math.sin(day * 1.7) + 0.05 * Math.cos(day * 0.9);
    let over = Math.min(1, (now - start) / dayMs - day);
    return (1 + day / 90) * weekend * burst * ripple * over;
  });
  let total = shape.reduce((a, b) => a + b, 0);
  let days = shape.map((s) => Math.floor((s / total) * count));
  // What rounding left out goes to the last complete day.
  days[days.length - 2]! += count - days.reduce((a, b) => a + b, 0);
  return days;
}

interface Visitor {
  company?: SampleCompany;
  country: string;
  city: string;
  weight: number;
}

const unknownShare = 3;

function visitorsOn(day: number): Visitor[] {
  let active = sampleCompanies.filter((c) => day >= c.from && day < c.until);
  return [
    ...active.map((company) => ({ company, country: company.country, city: company.city, weight: company.weight })),
    ...sampleCountries.map(([country, city, weight]) => ({ country, city, weight: weight * unknownShare })),
  ];
}

type Agent = Pick<Event, 'userAgent' | 'client' | 'platform'> & Toolchain;

type Asked = Agent &
  Pick<
    Event,
    | 'type'
    | 'artifactType'
    | 'artifactId'
    | 'ownerId'
    | 'version'
    | 'referer'
    | 'variables'
    | 'requestDomain'
    | 'fileExtension'
  >;

const pickers = Object.fromEntries(
  Object.entries(sampleAgents).map(([type, agents]) => [type, weighted(agents, (a) => a[3])]),
);

function agentOf(type: string, random: Random): Agent {
  let [userAgent, client, platforms, , toolchain] = pickers[type]!(random);
  return { userAgent, client, platform: platforms[random.below(platforms.length)]!, ...toolchain };
}

function downloadOf(sample: PlacedPackage, day: number, random: Random): Asked {
  let agent = agentOf(sample.type, random);
  let version = versionOn(sample.versions, day, random);
  return {
    ...agent,
    type: sample.type === 'docker' ? 'manifest-fetch' : 'binary-download',
    artifactType: 'package',
    artifactId: sample.id,
    ownerId: sample.ownerId,
    version,
    referer: '',
    variables: sample.type === 'file' ? { version, platform: agent.platform } : {},
    requestDomain: `${sample.type === 'file' ? 'get' : sample.type}.${sample.owner}.example`,
    fileExtension: fileExtensionIn(sample),
  };
}

const fileExtensions: Partial<Record<SamplePackage['type'], string>> = { npm: 'tgz', python: 'whl' };

function fileExtensionIn({ type, routes = [] }: SamplePackage): string {
  return fileExtensions[type] ?? /\.(tar\.gz|zip)$/.exec(routes[0]?.[0] ?? '')?.[1] ?? '';
}

function viewOf(sample: PlacedPixel, random: Random): Asked {
  let page = sample.pages[Math.floor(random.next() ** 2 * sample.pages.length)]!;
  let agent = agentOf('pixel', random);
  return {
    ...agent,
    type: 'pixel-fetch',
    artifactType: 'tracking-pixel',
    artifactId: sample.id,
    ownerId: sample.ownerId,
    version: '',
    referer: `https://docs.${sample.owner}.example${page}`,
    variables: {},
    requestDomain: `pixel.${sample.owner}.example`,
    fileExtension: '',
  };
}

const adoptionDays = 12;

/** Most users upgrade within days; some never do. */
function versionOn(versions: SamplePackage['versions'], day: number, random: Random): string {
  let released = versions.filter(([, out]) => out <= day);
  let chosen = released[0] ?? versions[0]!;
  for (let version of released.slice(1)) {
    let won = 0.85 * (1 - Math.exp(-(day - version[1] + 1) / adoptionDays));
    if (random.next() < won) chosen = version;
  }
  return chosen[0];
}

/** Keeps origins of different endpoints apart. */
const agentLengthMax = 1_000n;
const doNotTrackShare = 0.015;
const botShare = 0.03;

/** The visitor's fields; empty if they asked not to be tracked. */
function visitOf(visitor: Visitor, asked: Asked, random: Random): Event {
  let { type, artifactType, artifactId, ownerId, version } = asked;
  let event = unknownEvent({ type, artifactType, artifactId, ownerId });
  if (random.next() < doNotTrackShare) return Object.assign(event, { version, doNotTrack: true });
  let { company } = visitor;
  let endpointId = endpointOf(visitor, random);
  let unknown = unknownNetworks[Number(endpointId % 40n)];
  return Object.assign(
    event,
    asked,
    judge(asked, { connectionType: company?.connectionType, endpointId, isBot: random.next() < botShare }),
    {
      connectionType: company?.connectionType ?? (unknown ? '' : 'isp'),
      companyName: company?.name ?? '',
      companyDomain: company?.domain ?? '',
      confidence: company?.confidence ?? null,
      network: company?.network ?? unknown ?? networkOf(`${visitor.city} Broadband`),
      country: visitor.country,
      city: visitor.city,
      endpointId,
      originId: endpointId * agentLengthMax + BigInt(asked.userAgent.length),
    },
  );
}

interface Judged {
  connectionType: string | undefined;
  endpointId: bigint;
  isBot: boolean;
}

/** One in fifty addresses is a mirror, one in four of the others runs in CI. Most bots are AI agents. */
function judge(asked: Asked, visit: Judged): Pick<Event, 'isBot' | 'audience' | 'audienceReason'> & Partial<Event> {
  let agent = visit.isBot ? sampleBots[Number(visit.endpointId % BigInt(sampleBots.length))] : undefined;
  let [rule, client] = agent ?? [ruleOf(asked.type, visit), ''];
  return {
    isBot: visit.isBot,
    audience: audienceRules[rule].audience,
    audienceReason: audienceReasonOf(rule),
    ...(client && { client, userAgent: client, runtime: '', installer: '', arch: '', libc: '' }),
    ...(rule === 'ci-marker' && inCi(asked, visit.endpointId / 4n)),
  };
}

const sampleBots: readonly (readonly [rule: AudienceRuleName, client: string])[] = [
  ['bot-agent', ''],
  ['ai-user-agent', 'ChatGPT-User'],
  ['ai-crawler-agent', 'GPTBot'],
  ['ai-user-agent', 'Claude Code'],
  ['ai-crawler-agent', 'OAI-SearchBot'],
  ['bot-agent', ''],
  ['ai-crawler-agent', 'ClaudeBot'],
];

function ruleOf(type: Event['type'], { connectionType, endpointId }: Judged): AudienceRuleName {
  if (type === 'pixel-fetch') return 'browser';
  if (endpointId % 50n === 0n) return 'mirror-agent';
  if (endpointId % 4n === 0n) return 'ci-marker';
  return connectionType === 'hosting' ? 'tool-in-data-centre' : 'tool';
}

const addressesPerUnknownPlace = 9_000;
const addressesPerCompanyWeight = 4;

function endpointOf(visitor: Visitor, random: Random): bigint {
  let key = hash(visitor.company?.name ?? visitor.country);
  let addresses = visitor.company ? visitor.company.weight * addressesPerCompanyWeight : addressesPerUnknownPlace;
  return BigInt(key) * 100_003n + BigInt(Math.floor(random.next() ** 2 * addresses)) + 1n;
}

function hash(text: string): number {
  let value = 0;
  for (let i = 0; i < text.length; i++) value = (Math.imul(value, 31) + text.charCodeAt(i)) >>> 0;
  return value;
}

/** A UUIDv7 (RFC 9562 section 5.7); the sequence orders equal times. */
function idAt(time: number, sequence: number, random: Random): string {
  let stamp = Math.floor(time).toString(16).padStart(12, '0');
  let counter = (sequence & 0xfff).toString(16).padStart(3, '0');
  let tail = (0x8000 | random.below(0x4000)).toString(16);
  let rest =
    random.below(0x1000000).toString(16).padStart(6, '0') + (sequence >>> 0).toString(16).padStart(6, '0').slice(-6);
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${counter}-${tail}-${rest}`;
}
