/** The rules by which the network of an address names a company, or none. */
import { sources, type CountingRule } from './counting-sources';
import type { Event } from '../event-fields';

export interface NamingRuleEntry extends CountingRule {
  confidence: number;
}

/**
 * Rules that give a name. The confidence is (right + 1) / (named + 2), rounded down, as a few hits
 * alone prove little. Measured on 2026-11-22, against labels written by hand, on 879 well-known
 * networks (tests/fixtures/networks.txt) and on 240 chosen by chance among those named by words
 * (networks-sampled.txt). tests/edge/network-labels.test.ts measures again and fails when a number
 * has changed. Known names are surest: the table and the labels have the same author.
 */
export const namingRules = {
  'known-company': {
    version: 1,
    confidence: 0.99,
    says: 'The network is registered to a company on our list.',
    source: sources.own,
  },
  'known-cloud': {
    version: 1,
    confidence: 0.98,
    says: 'The network belongs to a cloud on our list. It shows as a cloud provider, never as a company.',
    source: sources.own,
  },
  education: {
    version: 1,
    confidence: 0.98,
    says: 'The registered name is that of a university or a school.',
    source: sources.own,
  },
  government: {
    version: 1,
    confidence: 0.96,
    says: 'The registered name is that of a government agency.',
    source: sources.own,
  },
  trade: {
    version: 1,
    confidence: 0.98,
    says: 'The registered name is that of a trade that sells no internet access, such as a bank or a hospital.',
    source: sources.own,
  },
  hosting: {
    version: 1,
    confidence: 0.92,
    says: 'The registered name is that of a hosting provider. It shows as a cloud provider, never as a company.',
    source: sources.own,
  },
} as const satisfies Record<string, NamingRuleEntry>;

export type NamingRule = keyof typeof namingRules;

type Unnamed = Extract<Event['connectionType'], '' | 'isp' | 'research' | 'vpn' | 'crawler'>;

/** Why an address has no company, by the kind of its network; the last three for any network. */
export const unnamedRules = {
  isp: {
    version: 1,
    says: 'The network of an internet provider identifies no company: its customers are not its employees.',
    source: sources.own,
  },
  research: {
    version: 1,
    says: 'A network shared by universities identifies no company.',
    source: sources.own,
  },
  vpn: {
    version: 1,
    says: 'A VPN, Tor exit or web gateway identifies no company: it forwards requests of others.',
    source: sources.own,
  },
  crawler: { version: 1, says: 'The network of a crawler or scanner identifies no company.', source: sources.own },
  '': {
    version: 1,
    says: 'A network with an ambiguous registered name identifies no company.',
    source: sources.own,
  },
  'asks-for-others': {
    version: 1,
    says: 'A bot, AI agent or image proxy identifies no company, in any network: it sends requests for others.',
    source: sources.own,
  },
  'not-tracked': {
    version: 1,
    says: 'A request that opted out of tracking identifies no company.',
    source: sources['global-privacy-control'],
  },
  'switched-off': {
    version: 1,
    says: 'A package or pixel with company matching turned off identifies no company.',
    source: sources.own,
  },
} as const satisfies Record<Unnamed | 'asks-for-others' | 'not-tracked' | 'switched-off', CountingRule>;
