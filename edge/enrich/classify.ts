/**
 * Tells what kind of organization a network belongs to: by name where we know it, else by the words
 * of its name. A name that tells nothing is not said.
 */
import type { Company } from './enrich';
import { clouds, companies, friendlyNames } from './organisations';
import { networksByNumber, unnamedNames } from './unnamed-networks';
import { wordRuleOf } from './words';

/**
 * How often the name that a rule gives is right, 0 to 1: (right + 1) / (named + 2), rounded down, as
 * a few hits alone prove little. Measured on 2026-11-22, against labels written by hand, on 879
 * well-known networks (tests/fixtures/networks.txt) and on 240 that were chosen by chance among those
 * named by words (networks-sampled.txt). tests/gateway/network-labels.test.ts measures again and
 * fails when a number has changed. Known names are surest where the table is: whoever wrote it also
 * wrote the labels.
 */
export const confidence = {
  'known-company': 0.99,
  'known-cloud': 0.98,
  education: 0.98,
  government: 0.96,
  trade: 0.98,
  hosting: 0.92,
} as const;
export type NamingRule = keyof typeof confidence;

/** A network with its owner; without a rule nobody is named. */
export interface Owner extends Omit<Company, 'confidence'> {
  rule?: NamingRule;
}

const legalForms = new Set(
  (
    'ab ag as asa aktiengesellschaft bv co company corp corporation ek gmbh group holding holdings inc ' +
    'incorporated kg lda limited llc llp lp ltd nv oy oyj plc pte pty sa sas sarl se spa srl the'
  ).split(' '),
);

/** A name in lower case and without punctuation: `Amazon.com, Inc.` is `amazon com inc`. */
export function plainWords(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()
    .replace(/^the (?=.)/, '');
}

/** Leaves the legal form at the end out: `amazon com inc` is `amazon com`. */
function withoutLegalForm(plain: string): string {
  let words = plain.split(' ');
  while (words.length > 1 && legalForms.has(words.at(-1)!)) words.pop();
  return words.join(' ');
}

/** The entry that each name of a table belongs to. */
function indexOf<Value extends string>(table: Record<Value, string>): Map<string, Value> {
  let entries = Object.entries<string>(table) as [Value, string][];
  return new Map(entries.flatMap(([value, names]) => names.split(',').map((name) => [name.trim(), value] as const)));
}

const unnamed = indexOf(unnamedNames);
const domainsOfClouds = indexOf(clouds);
const domainsOfCompanies = indexOf(companies);

/**
 * What the owner of a network, given by the network's number and its registered name, tells about a
 * request from it.
 */
export function classify(network: number, registered: string): Company {
  let { rule, ...owner } = ownerOf(network, registered);
  return { ...owner, confidence: rule ? confidence[rule] : null };
}

/** Whose network it is, with the rule that gave the name. */
export function ownerOf(network: number, registered: string): Owner {
  if (registered === '') return nobody('');
  let known = networksByNumber[network];
  if (typeof known === 'string') return nobody(known);
  let name = known?.cloud ?? registered;
  let plain = plainWords(name);
  let kind = find(unnamed, plain);
  if (kind) return nobody(kind);
  let cloud = find(domainsOfClouds, plain);
  if (cloud !== undefined) return named('known-cloud', 'hosting', friendlyNames[cloud] ?? name, cloud);
  let company = find(domainsOfCompanies, plain);
  if (company !== undefined) return named('known-company', 'business', name, company);
  let words = wordRuleOf(name);
  return typeof words === 'string' ? nobody(words) : named(words.rule, words.connectionType, name, '');
}

function nobody(connectionType: Company['connectionType']): Owner {
  return { connectionType, companyName: '', companyDomain: '' };
}

function named(
  rule: NamingRule,
  connectionType: Company['connectionType'],
  companyName: string,
  companyDomain: string,
): Owner {
  return { rule, connectionType, companyName, companyDomain };
}

/** Others bear the name of a company they come from: `DHL Broadband Net`, `Robert Bosch Krankenhaus`. */
const otherTrades = /broadband|telecom|hosting|internet|credit union|clinic|krankenhaus|hospital|universit|college/;

/**
 * Looks a name up as it is, without its legal form, then by ever fewer of its first words, when the
 * rest does not tell of another trade.
 */
function find<Value>(table: Map<string, Value>, plain: string): Value | undefined {
  let short = withoutLegalForm(plain);
  let whole = table.get(plain) ?? table.get(short);
  if (whole !== undefined) return whole;
  for (let end = plain.length; end > 0; end = plain.lastIndexOf(' ', end - 1)) {
    let value = table.get(`${plain.slice(0, end)} *`);
    if (value !== undefined) return otherTrades.test(plain.slice(end)) ? undefined : value;
  }
  return undefined;
}
