/** What a rule of counting is made of, and the published rule books and lists that rules follow. */

export interface RuleSource {
  name: string;
  /** Where it is published; left out where it is not. */
  href?: string;
}

/**
 * A rule by which requests are counted. A rule is never changed: it gets a new version, so that a
 * number can be read by the rules of its day.
 */
export interface CountingRule {
  version: number;
  /** The rule as a sentence for readers of a report. */
  says: string;
  source: RuleSource;
}

/** Rules of this product alone, and what others have published. */
export const sources = {
  own: { name: 'Our own rule' },
  'client-agents': { name: 'What the clients themselves send' },
  'docker-hub': { name: 'Docker Hub, definition of a pull', href: 'https://docs.docker.com/docker-hub/usage/pulls/' },
  iab: {
    name: 'IAB Podcast Measurement Guidelines 2.2',
    href: 'https://iabtechlab.com/standards/podcast-measurement-guidelines/',
  },
  counter: {
    name: 'COUNTER Code of Practice 5.1.1, section 7.8',
    href: 'https://cop5.countermetrics.org/en/5.1.1/07-processing/08-internet-robots-and-crawlers.html',
  },
  'counter-double-clicks': {
    name: 'COUNTER Code of Practice 5.1, section 7.2',
    href: 'https://www.projectcounter.org/code-of-practice-5-1-0-sections/7-processing-rules-underlying-counter-reporting-data/',
  },
  linehaul: {
    name: 'linehaul, how PyPI counts downloads',
    href: 'https://github.com/pypi/linehaul-cloud-function',
  },
  'ai-robots': { name: 'ai.robots.txt, a list of AI agents', href: 'https://github.com/ai-robots-txt/ai.robots.txt' },
  'global-privacy-control': { name: 'Global Privacy Control', href: 'https://www.w3.org/TR/gpc/' },
} as const satisfies Record<string, RuleSource>;

/** The list of bots in use. Its version is that of the installed library, which a test compares. */
export const botList = { name: 'isbot', version: '5.2.3', href: 'https://github.com/omrilotan/isbot' } as const;
