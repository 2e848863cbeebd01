/**
 * How many networks get a name, and how often it is right. Measured on well-known networks, a third
 * of them held out, and on random ones.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { namingRules, type NamingRule } from 'contract/analytics/company-rules';
import * as limits from 'contract/floor/limits';
import { ownerOf, type Owner } from 'edge/enrich/classify';
import { hasNetworks, readNetworks, type Networks } from 'edge/enrich/networks';
import { tablesFolder } from 'tests/support/address-tables';

const typeOf: Record<string, Owner['connectionType']> = {
  company: 'business',
  university: 'education',
  government: 'government',
  cloud: 'hosting',
  provider: 'isp',
  'research network': 'research',
  vpn: 'vpn',
  crawler: 'crawler',
};
const named = new Set(['company', 'university', 'government', 'cloud']);

interface Judged {
  number: number;
  name: string;
  kind: string;
  domain: string;
  owner: Owner;
}

let networks: Networks;
let wellKnown: Judged[];
let sampled: Judged[];

describe.runIf(hasNetworks())('names of networks', () => {
  beforeAll(async () => {
    networks = (await readNetworks(tablesFolder))!;
    wellKnown = judge('networks.txt');
    sampled = judge('networks-sampled.txt');
  });

  test('are tested with lists that are long enough, with every kind in both parts', () => {
    expect(wellKnown.length).toBeGreaterThan(800);
    for (let part of [seen(), heldOut()])
      expect(new Set(part.map(({ kind }) => kind))).toEqual(new Set(Object.keys(typeOf)));
    expect(sampled.length).toBeGreaterThan(200);
  });

  test('are nearly all right for the networks that the rules were written for', () => {
    let { precision, recall } = measure('made with', seen());
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  test('are 95% right for held-out networks, most of which get one', () => {
    let { precision, recall } = measure('held out', heldOut());
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  test('are never given to access providers, research networks, VPNs and crawlers', () => {
    for (let { kind, owner, name } of wellKnown)
      if (!named.has(kind)) expect(owner, name).toMatchObject({ companyName: '', companyDomain: '' });
  });

  test('have the right domain when the company has one', () => {
    let companies = wellKnown.filter(({ kind, domain }) => kind === 'company' && domain !== '');
    let given = companies.filter(({ owner }) => owner.companyDomain !== '');
    console.log(`Domains: ${given.length} of ${companies.length} companies have one.`);
    expect(given.filter(({ owner, domain }) => owner.companyDomain !== domain)).toEqual([]);
    expect(given.length / companies.length).toBeGreaterThan(0.9);
  });

  test('have the confidence measured for their rule', () => {
    let rules = Object.keys(namingRules) as NamingRule[];
    let measured = rules.map((rule) => {
      let found = [...wellKnown, ...sampled].filter(({ owner }) => owner.rule === rule);
      let right = found.filter(isRight).length;
      console.log(`${rule}: ${right} of ${found.length} names are right.`);
      return [rule, Math.floor((100 * (right + 1)) / (found.length + 2)) / 100];
    });
    let stated = rules.map((rule) => [rule, namingRules[rule].confidence]);
    expect(measured).toEqual(stated);
  });

  test('of high confidence are right in 95 of 100 cases, and no rule gives a lower confidence', () => {
    let all = [...wellKnown, ...sampled];
    let sureness = ({ owner: { rule } }: Judged) => (rule ? namingRules[rule].confidence : 0);
    let high = all.filter((network) => sureness(network) >= limits.highConfidenceFrom);
    let medium = all.filter((network) => sureness(network) < limits.highConfidenceFrom && network.owner.rule);
    let right = high.filter(isRight).length;
    // Earlier versions used the registered name with a confidence of 0.4 when no rule matched.
    let guesses = all.filter(({ owner }) => !owner.rule && owner.connectionType === '');
    let guessed = guesses.filter(({ kind }) => kind === 'company').length;
    console.log(`Confidence high (from ${limits.highConfidenceFrom}): ${right} of ${high.length} names are right.`);
    console.log(
      `Confidence medium: ${medium.length} names. Confidence low, as guesses were: ${guessed} of ${guesses.length}.`,
    );
    expect(right / high.length).toBeGreaterThan(0.95);
    expect({ right, of: high.length }).toEqual(limits.measuredMatches.high);
    expect({ right: guessed, of: guesses.length }).toEqual(limits.measuredMatches.low);
    expect(medium).toEqual([]);
    for (let { confidence } of Object.values(namingRules))
      expect(confidence).toBeGreaterThan(limits.lowConfidenceBelow);
  });
});

/** Networks whose number is divisible by three are held out. */
function heldOut(): Judged[] {
  return wellKnown.filter(({ number }) => number % 3 === 0);
}

function seen(): Judged[] {
  return wellKnown.filter(({ number }) => number % 3 !== 0);
}

/** The lines of a list. A network that has lost the address in newer data is left out. */
function judge(file: string): Judged[] {
  let text = readFileSync(path.join(import.meta.dirname, '../fixtures', file), 'utf8');
  return text
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .flatMap((line) => {
      let [number, address, name, kind, domain = ''] = line.split('|').map((field) => field.trim());
      let found = networks.find(address!);
      if (found?.number !== Number(number)) return [];
      return { number: found.number, name: name!, kind: kind!, domain, owner: ownerOf(found.number, found.name) };
    });
}

function isRight({ kind, domain, owner }: Judged): boolean {
  let sameDomain = domain === '' || owner.companyDomain === '' || owner.companyDomain === domain;
  return named.has(kind) && owner.connectionType === typeOf[kind] && sameDomain;
}

/**
 * Precision: the share of names that are right. Recall: the share of networks with a name that get
 * the right one.
 */
function measure(part: string, networks: Judged[]): { precision: number; recall: number } {
  let given = networks.filter(({ owner }) => owner.companyName !== '');
  let right = given.filter(isRight).length;
  let nameable = networks.filter(({ kind }) => named.has(kind)).length;
  let [precision, recall] = [right / given.length, right / nameable];
  console.log(
    `Networks ${part}: ${networks.length}. Precision ${right}/${given.length} = ${precision.toFixed(3)}, ` +
      `recall ${right}/${nameable} = ${recall.toFixed(3)}.`,
  );
  return { precision, recall };
}
