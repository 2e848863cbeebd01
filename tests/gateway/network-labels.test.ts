/**
 * How often the name that a network gives is right, and how many networks give one, measured on
 * well-known networks (a third of them held out) and on networks chosen by chance.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { confidence, ownerOf, type NamingRule, type Owner } from 'edge/enrich/classify';
import { hasNetworks, readNetworks, type Networks } from 'edge/enrich/networks';

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
    networks = (await readNetworks())!;
    wellKnown = judge('networks.txt');
    sampled = judge('networks-sampled.txt');
  });

  test('the lists are as long as they have to be, and every kind is in both parts', () => {
    expect(wellKnown.length).toBeGreaterThan(800);
    for (let part of [seen(), heldOut()])
      expect(new Set(part.map(({ kind }) => kind))).toEqual(new Set(Object.keys(typeOf)));
    expect(sampled.length).toBeGreaterThan(200);
  });

  test('of the networks that rules were made with, nearly every name is right', () => {
    let { precision, recall } = measure('made with', seen());
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  test('of the networks held out, 95 of 100 names are right and most networks get one', () => {
    let { precision, recall } = measure('held out', heldOut());
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  test('no access provider, research network, VPN or crawler is named as a company', () => {
    for (let { kind, owner, name } of wellKnown)
      if (!named.has(kind)) expect(owner, name).toMatchObject({ companyName: '', companyDomain: '' });
  });

  test('a domain is right wherever one is given to a company', () => {
    let companies = wellKnown.filter(({ kind, domain }) => kind === 'company' && domain !== '');
    let given = companies.filter(({ owner }) => owner.companyDomain !== '');
    console.log(`Domains: ${given.length} of ${companies.length} companies have one.`);
    expect(given.filter(({ owner, domain }) => owner.companyDomain !== domain)).toEqual([]);
    expect(given.length / companies.length).toBeGreaterThan(0.9);
  });

  test('the confidence of a match is what was measured of its rule', () => {
    let rules = Object.keys(confidence) as NamingRule[];
    let measured = rules.map((rule) => {
      let found = [...wellKnown, ...sampled].filter(({ owner }) => owner.rule === rule);
      let right = found.filter(isRight).length;
      console.log(`${rule}: ${right} of ${found.length} names are right.`);
      return [rule, Math.floor((100 * (right + 1)) / (found.length + 2)) / 100];
    });
    expect(Object.fromEntries(measured)).toEqual(confidence);
  });
});

/** Held out are the networks whose number can be divided by three. */
function heldOut(): Judged[] {
  return wellKnown.filter(({ number }) => number % 3 === 0);
}

function seen(): Judged[] {
  return wellKnown.filter(({ number }) => number % 3 !== 0);
}

/** The lines of a list; a network that has lost the address in newer data is left out. */
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

/** Precision: how many names are right. Recall: how many that can be named are named rightly. */
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
