/**
 * Tells what kind of organization a network belongs to: by name where we know it, else by the words
 * of its name. A name that tells nothing is not said.
 */
import { namingRules, type NamingRule } from 'contract/companies/company-rules';
import type { NetworkCompany } from './enrich';
import { clouds, companies, friendlyNames } from './organizations';
import { networksByNumber, unnamedNames } from './unnamed-networks';
import { wordRuleOf } from './words';

/** A network with its owner; without a rule nobody is named. */
export interface Owner extends Omit<NetworkCompany, 'confidence' | 'network'> {
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
export function classify(network: number, registered: string): NetworkCompany {
  let { rule, ...owner } = ownerOf(network, registered);
  return {
    ...owner,
    confidence: rule ? namingRules[rule].confidence : null,
    network: `AS${network} ${registered}`.trimEnd(),
  };
}

/**
 * What the rules for names say about a network of which the name alone is known; undefined where
 * they do not know it.
 */
export function classifyName(registered: string): Pick<NetworkCompany, 'connectionType' | 'confidence'> | undefined {
  let { rule, connectionType } = ownerOf(0, registered);
  return connectionType ? { connectionType, confidence: rule ? namingRules[rule].confidence : null } : undefined;
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

function nobody(connectionType: NetworkCompany['connectionType']): Owner {
  return { connectionType, companyName: '', companyDomain: '' };
}

function named(
  rule: NamingRule,
  connectionType: NetworkCompany['connectionType'],
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
