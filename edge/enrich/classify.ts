/**
 * Classifies the organization of a network: by its name if known, else by words in its name. An
 * unclassified name is left out.
 */
import { namingRules, type NamingRule } from 'contract/analytics/company-rules';
import { keysOf } from 'contract/floor/keys-of';
import type { NetworkCompany } from './enrich';
import organizations from './organizations.json';
import { networksByNumber, unnamedNames } from './unnamed-networks';
import { wordRuleOf } from './words';

/** The owner of a network; without a rule it has no name. */
export interface Owner extends Omit<NetworkCompany, 'confidence' | 'network'> {
  rule?: NamingRule;
}

/**
 * Organizations by domain, with their names in lower case and without punctuation, as `plainWords`
 * returns them, separated by commas; `*` matches any further words. A name keeps its legal form if
 * another organization has the rest. `friendlyNames` are of clouds whose users know another name.
 */
const { companies, clouds, friendlyNames }: Record<keyof typeof organizations, Record<string, string>> = organizations;

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

/** `amazon com inc` is `amazon com`. */
function withoutLegalForm(plain: string): string {
  let words = plain.split(' ');
  while (words.length > 1 && legalForms.has(words.at(-1)!)) words.pop();
  return words.join(' ');
}

/** The entry of each name in a table. */
function indexOf<Value extends string>(table: Record<Value, string>): Map<string, Value> {
  let values = keysOf(table);
  return new Map(values.flatMap((value) => table[value].split(',').map((name) => [name.trim(), value] as const)));
}

const unnamed = indexOf(unnamedNames);
const domainsOfClouds = indexOf(clouds);
const domainsOfCompanies = indexOf(companies);

/** Classifies a request by its network's number and registered name. */
export function classify(network: number, registered: string): NetworkCompany {
  let { rule, ...owner } = ownerOf(network, registered);
  return {
    ...owner,
    confidence: rule ? namingRules[rule].confidence : null,
    network: network === 0 ? registered : `AS${network} ${registered}`.trimEnd(),
  };
}

/** Classifies a network by its name alone; undefined if no rule knows it. */
export function classifyName(registered: string): Pick<NetworkCompany, 'connectionType' | 'confidence'> | undefined {
  let { rule, connectionType } = ownerOf(0, registered);
  return connectionType ? { connectionType, confidence: rule ? namingRules[rule].confidence : null } : undefined;
}

/** The owner of a network, with the rule that named it. */
export function ownerOf(network: number, registered: string): Owner {
  if (registered === '') return nobody('');
  let known = networksByNumber[network];
  if (typeof known === 'string') return nobody(known);
  if (known && 'company' in known) return named('known-company', 'business', known.company, known.domain);
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

/**
 * Other organizations with the name of a company: `DHL Broadband Net`, `Robert Bosch Krankenhaus`.
 */
const otherTrades = /broadband|telecom|hosting|internet|credit union|clinic|krankenhaus|hospital|universit|college/;

/**
 * Looks up a name as it is, without its legal form, then by fewer and fewer of its first words,
 * unless the rest names another trade.
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
