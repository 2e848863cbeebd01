/** The rules of counting in groups, as the page "How we count" lists them. */
import { audienceRules } from './audience';
import { namingRules, unnamedRules } from './company-rules';
import { sources, type CountingRule } from './counting-sources';
import * as limits from '../floor/limits';
import { typeNamed, typeNames, type PackageType } from '../packages/package-types/list';
import { registryDownloads } from './registry-counting';

type Rules = Record<string, CountingRule>;

/** What counts as a download, by package type. */
export const downloadRules: Record<PackageType, Rules> = {
  docker: {
    'docker-pull': {
      version: 2,
      says:
        'A pull is a GET of the manifest of an image, by tag or by digest. It has the tag that the client asked for, or ' +
        'checked with HEAD in the 30 s before; without one, the digest.',
      source: sources['docker-hub'],
    },
    'one-pull': {
      version: 1,
      says:
        'Manifests of one pull that one source fetches within 30 s count once, as of the first of them: the list of ' +
        'architectures, the image of each, and a request that is repeated after sign-in. The 30 s are measured from the ' +
        'request that counts, so the next request after them counts again. Pulls of two tags are two.',
      source: sources['counter-double-clicks'],
    },
    'docker-check': {
      version: 2,
      says:
        'HEAD of a manifest, layers, lists of tags and lists of referrers do not count as pulls. Neither is a manifest that the ' +
        'client has already (304). A tool that only looks at a manifest (skopeo inspect), and a pull that finds no new ' +
        'layers, send the same GET as a pull and count as one.',
      source: sources['docker-hub'],
    },
    'docker-refused': {
      version: 1,
      says:
        'Where the gateway passes the pull through, it does not count if the registry refuses it (no sign-in, no such tag, ' +
        'too many requests). It counts if the registry is down.',
      source: sources.own,
    },
    'docker-redirected': {
      version: 1,
      says:
        'Where the client is sent to the registry, the request itself counts, as its outcome cannot be seen. Docker with ' +
        'its containerd image store is sent there for public images; others are passed through.',
      source: sources.own,
    },
    'docker-collection': {
      version: 1,
      says: 'The first pull of an image of a collection counts once the registry is known to have that image.',
      source: sources.own,
    },
    'docker-signatures': {
      version: 2,
      says:
        'Signatures, attestations, lists of parts (SBOM) and lists of referrers that are kept as tags of an image are ' +
        'no pulls.',
      source: sources.own,
    },
  },
  npm: {
    'npm-download': {
      version: 1,
      says:
        'A download is a GET of the tarball of a version of the package. It counts when the client is sent to the registry ' +
        'for it.',
      source: sources.own,
    },
    'npm-metadata': {
      version: 1,
      says: 'HEAD, packuments, manifests, tags, audits and packages of others are none.',
      source: sources.own,
    },
    'npm-version': {
      version: 1,
      says:
        'The version is that of the tarball. A version that the registry does not have does not count. While the registry ' +
        'cannot be asked, the version in the name of the file counts.',
      source: sources.own,
    },
    'npm-cache': {
      version: 1,
      says:
        'An installation from npm’s own cache is not a download. But npm with a lock file without URLs ' +
        '(omit-lockfile-registry-resolved) asks for each tarball, also for one that it has. The request is the same, so it ' +
        'counts: where npm knows the hash of a tarball, it uses no redirect from its cache.',
      source: sources.own,
    },
    'npm-install': {
      version: 1,
      says:
        'An installation that a script of the package reports counts as one download; in exports its type is ' +
        '"event". It is none where its network got the tarball of that version here in the ten minutes before.',
      source: sources.own,
    },
  },
  ...registryDownloads,
  file: {
    'file-download': {
      version: 3,
      says: 'A download is a GET of a path that a route of the package matches, or its catch-all target. HEAD is none.',
      source: sources.iab,
    },
    'file-sent': {
      version: 1,
      says:
        'It counts when the client is sent to the file. Whether the whole file arrives, or a browser has it from its own ' +
        'cache, cannot be seen.',
      source: sources.own,
    },
    'file-event': {
      version: 1,
      says:
        'A path without a file location takes events. Each GET of it, and each JSON object of a POST to any path of the ' +
        'package, counts as one download; in exports its type is "event". A POST holds at most ten.',
      source: sources.own,
    },
  },
};

/** What counts as a view of a pixel. */
export const pixelRules = {
  'pixel-view': {
    version: 1,
    says: 'A view is a GET of the image with the id of a pixel. HEAD and unknown ids are none.',
    source: sources.own,
  },
} as const satisfies Rules;

/** What holds for downloads and views alike. */
export const requestRules = {
  'whole-request': {
    version: 1,
    says:
      'A request counts when it fetches the whole of a file, an image or a pixel. None are: the question whether a copy ' +
      'is still good (If-None-Match, If-Modified-Since), a part that does not begin at the start, a first part of fewer ' +
      `than ${limits.probeBytes / 1_024} KiB, which is a probe, and what a browser fetches ahead (prefetch, prerender, ` +
      'preview). Where the gateway passes the answer through, such a question counts if the answer is not 304.',
    source: sources.iab,
  },
  'one-download': {
    version: 1,
    says:
      'Requests of one source for the same file, or the same version of a package, within 30 s count once, as of the ' +
      'first: parallel and resumed downloads, and clients that ask twice. The 30 s are measured from the request that ' +
      'counts, so the next request after them counts again. Repeats stay stored, and an export with raw=true has them.',
    source: sources['counter-double-clicks'],
  },
  'each-request': {
    version: 2,
    says:
      'Each pixel view counts, each event reported without a download, and each request that opted out of tracking, ' +
      'as it has no source. Version 1 applied to downloads too; downloads stored by it still count each request.',
    source: sources.own,
  },
  'do-not-track': {
    version: 1,
    says:
      'A request with DNT: 1 or Sec-GPC: 1 is served. Only its time, its package or pixel and its host are kept. It is ' +
      'in no number of a report but the one that says how many there were.',
    source: sources['global-privacy-control'],
  },
} as const satisfies Rules;

/** What a unique user is. */
export const uniqueRules = {
  'unique-source': {
    version: 2,
    says:
      'A unique user is one network with one program and its languages: an IPv4 address, or the first half of an ' +
      'IPv6 address, and the user agent without what changes from run to run.',
    source: sources.iab,
  },
  'unique-hash': {
    version: 2,
    says:
      'It is stored as a salted hash, never as the IP address. Each owner has a separate salt, which is deleted every month ' +
      'unless the operator chose otherwise. A user of two salts cannot be recognized.',
    source: sources.own,
  },
  'unique-periods': {
    version: 2,
    says:
      'A user counts once per calendar month (UTC), or per day where salts end daily. Over a longer range the months are ' +
      'added, so a user of two months counts twice.',
    source: sources.own,
  },
} as const satisfies Rules;

/** What reports leave out, though it was counted. */
export const reportRules = {
  noise: {
    version: 1,
    says:
      'With “Exclude bots” a report leaves out bots, AI crawlers, mirrors and image proxies, and says how ' +
      'many. AI assistants stay, as they ask for a person.',
    source: sources.counter,
  },
  filters: {
    version: 1,
    says:
      'Always-on filters of an owner leave events out of every report, a saved filter out of those it is chosen for. ' +
      'The events stay stored.',
    source: sources.own,
  },
  'low-confidence': {
    version: 1,
    says: `A company match with a confidence below ${limits.lowConfidenceBelow * 100}% is low. Companies are shown without it unless it is asked for.`,
    source: sources.own,
  },
  corrections: {
    version: 1,
    says: 'Corrections by an owner take precedence over the rules for companies.',
    source: sources.own,
  },
  exports: {
    version: 1,
    says: 'Exports contain events as recorded, with their audience and rule, unless you choose a filter.',
    source: sources.own,
  },
} as const satisfies Rules;

/** Which events the numbers of a report know. */
export const stateRules = {
  'last-event': {
    version: 2,
    says:
      'Events are numbered in the order they are stored, and every report ends at one of them. All ' +
      'numbers of a page include the same events, so a total is the sum of its parts while events arrive.',
    source: sources.own,
  },
  'state-rewritten': {
    version: 1,
    says:
      'Deletions, retention and corrections change all reports immediately, including those with an earlier ' +
      'last event.',
    source: sources.own,
  },
} as const satisfies Rules;

export interface RuleGroup {
  /** Its place on the page. */
  id: string;
  title: string;
  rules: Rules;
}

/** Every rule in force. */
export const ruleGroups: readonly RuleGroup[] = [
  { id: 'requests', title: 'Every request', rules: requestRules },
  ...typeNames.map((type) => ({
    id: type,
    title: `${typeNamed(type).label} packages`,
    rules: downloadRules[type],
  })),
  { id: 'pixels', title: 'Pixels', rules: pixelRules },
  { id: 'audience', title: 'People, CI, bots and mirrors', rules: audienceRules },
  { id: 'companies', title: 'Companies', rules: namingRules },
  { id: 'no-company', title: 'No company', rules: unnamedRules },
  { id: 'unique', title: 'Unique users', rules: uniqueRules },
  { id: 'reports', title: 'Left out of reports', rules: reportRules },
  { id: 'one-state', title: 'One state for a whole page', rules: stateRules },
];

/** What an event keeps of a rule that decides whether it counts: `one-pull/1`. */
export function countingRule(name: keyof typeof requestRules | 'one-pull'): string {
  let { version } = name === 'one-pull' ? downloadRules.docker[name]! : requestRules[name];
  return `${name}/${version}`;
}
