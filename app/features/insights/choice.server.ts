/** What the analytics page is asked to show, read from its address: a package or all, some pixels, and which lists are open. */
import { json } from '@remix-run/node';
import type { ErrorCode } from 'contract/errors';
import { messageOf, statusOf } from 'contract/errors';
import type { Selection, Some } from './ask.server';
import { type VersionLevel, versionLevels } from './versions.server';

export const tabs = ['client', 'provider', 'company', 'country'] as const;
export type Tab = (typeof tabs)[number];

export interface Choice {
  /** `all`, `none` or one id. */
  package: string;
  pixelsShown: boolean;
  /** Ids of the chosen pixels; all of them when none was chosen. */
  pixels: string[];
  tab: Tab;
  versions: VersionLevel;
  filterId: string;
}

interface Known {
  packages: { id: string }[];
  pixels: { id: string }[];
}

/**
 * Reads `package`, `pixels` (show or hide; the last one counts, a form sends both), `pixel` (many), `by`, `versions` and `filter_id`.
 * A link with pixels and no package shows the pixels alone. Throws 404 for a package or pixel that is not among the owner's.
 */
export function readChoice(query: URLSearchParams, known: Known): Choice {
  let toggle = query.getAll('pixels').at(-1);
  let asked = query.getAll('pixel').filter(Boolean);
  let onlyPixels = known.packages.length === 0 || (asked.length > 0 && toggle === undefined && !query.get('package'));
  let chosen = query.get('package') || (onlyPixels ? 'none' : 'all');
  if (!['all', 'none'].includes(chosen) && !known.packages.some(({ id }) => id === chosen))
    throw refused('package-not-found');
  if (asked.some((id) => !known.pixels.some((pixel) => pixel.id === id))) throw refused('pixel-not-found');
  return {
    package: chosen,
    pixelsShown: known.pixels.length > 0 && (toggle === undefined ? onlyPixels : toggle === 'show'),
    pixels: asked.length > 0 ? asked : known.pixels.map(({ id }) => id),
    tab: tabs.find((tab) => tab === query.get('by')) ?? tabs[0],
    versions: versionLevels.find((level) => level === query.get('versions')) ?? versionLevels[0],
    filterId: query.get('filter_id') ?? '',
  };
}

/** The choice as the gateway is asked. */
export function selectionOf(choice: Choice, known: Known): Selection {
  let packages: Some = choice.package === 'all' || choice.package === 'none' ? choice.package : [choice.package];
  let isAll = choice.pixels.length === known.pixels.length;
  return { packages, pixels: !choice.pixelsShown ? 'none' : isAll ? 'all' : choice.pixels };
}

/** The choice as it stands in a link; what is the default is left out. */
export function choiceQuery(choice: Choice, known: Known): [string, string][] {
  let pairs: [string, string][] = [];
  if (choice.package !== 'all') pairs.push(['package', choice.package]);
  if (choice.pixelsShown) pairs.push(['pixels', 'show']);
  if (choice.pixels.length < known.pixels.length)
    pairs.push(...choice.pixels.map((id): [string, string] => ['pixel', id]));
  if (choice.tab !== tabs[0]) pairs.push(['by', choice.tab]);
  if (choice.versions !== versionLevels[0]) pairs.push(['versions', choice.versions]);
  if (choice.filterId) pairs.push(['filter_id', choice.filterId]);
  return pairs;
}

function refused(code: ErrorCode): Response {
  return json({ code, message: messageOf(code) }, { status: statusOf(code) });
}
