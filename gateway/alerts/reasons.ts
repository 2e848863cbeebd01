/**
 * Why downloads have changed, in a sentence: the package, country, company, version or client that
 * most of the change comes from, and what it is made of there.
 */
import { changed, number } from '../notifications/words';
import { changeOf, changesBy, dimensions, type Change, type Counted, type Times } from './changes';

type Name = keyof typeof dimensions;

/** The first that explains so much of a change is taken; else the one that explains most. */
const mostShare = 0.6;
/** Less than this is no reason. */
const leastShare = 0.3;

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
  let part = (name: Name) => (name === lead.name ? undefined : leading(within, times, lead, [name]));
  let [version, client, country] = await Promise.all([part('version'), part('client'), part('country')]);
  let detail = detailOf(version, client) ?? (country && `mostly from ${country.label}`);
  let { name, key, now, before } = lead;
  let sentence = `${[leadOf(lead), ...(detail ? [detail] : [])].join(', ')}.`;
  return { sentence, data: { by: name, value: key, now, before: Math.round(before) } };
}

async function leading(asked: Counted, times: Times, whole: Change, names: readonly Name[]): Promise<Part | undefined> {
  let difference = whole.now - whole.before;
  if (difference === 0) return undefined;
  let best: Part | undefined;
  for (let name of names) {
    let changes = await changesBy(asked, times, dimensions[name]);
    // A single value says nothing: it is all of them.
    if (changes.length < 2) continue;
    for (let change of changes) {
      let share = (change.now - change.before) / difference;
      if (change.label !== '' && share >= leastShare && share > (best?.share ?? 0)) best = { ...change, name, share };
    }
    if (best && best.share >= mostShare) return best;
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
  let figures = percent ? `${percent} (${number(before)} to ${number(now)})` : `${number(now)} where there were none`;
  return `${leadWords[name](label)} ${figures}`;
}

function detailOf(version: Change | undefined, client: Change | undefined): string | undefined {
  if (!version && !client) return undefined;
  let isDocker = client?.label === 'docker';
  let what = isDocker ? 'docker pulls' : 'downloads';
  let by = client && !isDocker ? ` by ${client.label}` : '';
  return `mostly ${what}${version ? ` of ${version.label}` : ''}${by}`;
}
