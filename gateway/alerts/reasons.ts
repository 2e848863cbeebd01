/**
 * Why downloads have changed, in a sentence: the package, country, company, version or client that
 * most of the change comes from, and what it is made of there.
 */
import { changed, number } from './notifications/words';
import { changeOf, changesBy, dimensions, type Change, type Counted, type Times } from './changes';

type Name = keyof typeof dimensions;

/** The first that explains so much of a change is taken; else the one that explains most. */
const enoughShare = 0.6;
/** Less than this is no reason, and less than the other is not most of one. */
const leastShare = 0.3;
const mostShare = 0.5;

interface Part extends Change {
  name: Name;
  /** Of the change, 1 for all of it. */
  share: number;
}

export interface Reason {
  /** `Japan +41 % (300 to 423), mostly docker pulls of 5.0.0.` */
  sentence: string;
  data: { by: Name; value: string; now: number; before: number };
}

/** The reason for a change; undefined where nothing was before or is now, or nothing stands out. */
export async function reasonOf(asked: Counted, times: Times): Promise<Reason | undefined> {
  let whole = await changeOf(asked, times);
  if (whole.before === 0 || whole.now === 0) return undefined;
  let lead = await leading(asked, times, whole, ['package', 'country', 'company', 'version', 'client']);
  if (!lead) return undefined;
  let within = dimensions[lead.name].within(asked, lead.key);
  let part = (name: Name) => (name === lead.name ? undefined : mostOf(within, times, lead, name));
  let [version, client, country] = await Promise.all([part('version'), part('client'), part('country')]);
  let detail = detailOf(version, client) ?? (country && `mostly from ${country.label}`);
  let { name, key, now, before } = lead;
  let sentence = `${[leadOf(lead), ...(detail ? [detail] : [])].join(', ')}.`;
  return { sentence, data: { by: name, value: key, now, before: Math.round(before) } };
}

/** What most of a part is made of, also where it is all of it. */
async function mostOf(asked: Counted, times: Times, whole: Change, name: Name): Promise<Part | undefined> {
  let changes = await changesBy(asked, times, dimensions[name]);
  return partsOf(changes, whole, name).find(({ share }) => share >= mostShare);
}

/** The values of a dimension, by their share in a change. */
function partsOf(changes: readonly Change[], whole: Change, name: Name): Part[] {
  let difference = whole.now - whole.before;
  return changes
    .filter(({ label }) => label !== '')
    .map((change) => ({ ...change, name, share: (change.now - change.before) / difference }))
    .sort((a, b) => b.share - a.share);
}

async function leading(asked: Counted, times: Times, whole: Change, names: readonly Name[]): Promise<Part | undefined> {
  if (whole.now === whole.before) return undefined;
  let best: Part | undefined;
  for (let name of names) {
    let changes = await changesBy(asked, times, dimensions[name]);
    // A single value says nothing: it is all of them.
    let [first] = changes.length < 2 ? [] : partsOf(changes, whole, name);
    if (first && first.share >= Math.max(leastShare, best?.share ?? 0)) best = first;
    if (best && best.share >= enoughShare) return best;
  }
  return best;
}

const leadWords: Record<Name, (label: string) => string> = {
  package: (label) => label,
  country: (label) => label,
  company: (label) => label,
  version: (label) => `Version ${label}`,
  client: (label) => `Downloads by ${label}`,
};

function leadOf({ name, label, now, before }: Part): string {
  let percent = changed({ now, before });
  let figures = percent ? `${percent} (${number(before)} to ${number(now)})` : `${number(now)} (none before)`;
  return `${leadWords[name](label)} ${figures}`;
}

function detailOf(version: Change | undefined, client: Change | undefined): string | undefined {
  if (!version && !client) return undefined;
  let isDocker = client?.label === 'docker';
  let what = isDocker ? 'docker pulls' : 'downloads';
  let by = client && !isDocker ? ` by ${client.label}` : '';
  return `mostly ${what}${version ? ` of ${version.label}` : ''}${by}`;
}
