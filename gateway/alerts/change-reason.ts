/**
 * Explains a change of downloads in a sentence: the package, country, company, version or client
 * that most of it comes from.
 */
import { changeText } from 'contract/analytics/rounding';
import { formatNumber } from './wording';
import {
  totalChange,
  changesBy,
  changeDimensions,
  type DownloadDifference,
  type ChangeScope,
  type ChangePeriods,
} from './download-change';

type DimensionName = keyof typeof changeDimensions;

/** The first dimension that explains this share is taken; else the one that explains most. */
const enoughShare = 0.6;
/** A cause needs at least this share; a detail of a cause, most of it. */
const leastShare = 0.3;
const mostShare = 0.5;

interface Cause extends DownloadDifference {
  name: DimensionName;
  /** Share of the change: 1 is all of it. */
  share: number;
}

export interface ChangeReason {
  /** `Japan +41% (300 to 423), mostly docker pulls of 5.0.0.` */
  sentence: string;
  data: { by: DimensionName; value: string; now: number; before: number };
}

/** Undefined if there were no downloads before or now, or the change has no clear cause. */
export async function explainChange(scope: ChangeScope, times: ChangePeriods): Promise<ChangeReason | undefined> {
  let whole = await totalChange(scope, times);
  if (whole.before === 0 || whole.now === 0) return undefined;
  let lead = await mainCause(scope, times, whole, ['package', 'country', 'company', 'version', 'client']);
  if (!lead) return undefined;
  let within = changeDimensions[lead.name].within(scope, lead.key);
  let part = (name: DimensionName) => (name === lead.name ? undefined : majorityOf(within, times, lead, name));
  let [version, client, country] = await Promise.all([part('version'), part('client'), part('country')]);
  let detail = detailOf(version, client) ?? (country && `mostly from ${country.label}`);
  let { name, key, now, before } = lead;
  let { lengths = 1 } = times;
  let sentence = `${[causeText(lead, lengths), ...(detail ? [detail] : [])].join(', ')}.`;
  return { sentence, data: { by: name, value: key, now, before: Math.round(before / lengths) } };
}

async function majorityOf(
  scope: ChangeScope,
  times: ChangePeriods,
  whole: DownloadDifference,
  name: DimensionName,
): Promise<Cause | undefined> {
  let changes = await changesBy(scope, times, changeDimensions[name]);
  return sharesOf(changes, whole, name).find(({ share }) => share >= mostShare);
}

/** The values of a dimension, largest share first. */
function sharesOf(changes: readonly DownloadDifference[], whole: DownloadDifference, name: DimensionName): Cause[] {
  let difference = whole.now - whole.before;
  return changes
    .filter(({ label }) => label !== '')
    .map((change) => ({ ...change, name, share: (change.now - change.before) / difference }))
    .sort((a, b) => b.share - a.share);
}

async function mainCause(
  scope: ChangeScope,
  times: ChangePeriods,
  whole: DownloadDifference,
  names: readonly DimensionName[],
): Promise<Cause | undefined> {
  if (whole.now === whole.before) return undefined;
  let best: Cause | undefined;
  for (let name of names) {
    let changes = await changesBy(scope, times, changeDimensions[name]);
    // A single value is the whole change, and explains nothing.
    let [first] = changes.length < 2 ? [] : sharesOf(changes, whole, name);
    if (first && first.share >= Math.max(leastShare, best?.share ?? 0)) best = first;
    if (best && best.share >= enoughShare) return best;
  }
  return best;
}

const causeTexts: Record<DimensionName, (label: string) => string> = {
  package: (label) => label,
  country: (label) => label,
  company: (label) => label,
  version: (label) => `Version ${label}`,
  client: (label) => `Downloads by ${label}`,
};

function causeText({ name, label, now, before }: Cause, lengths: number): string {
  let percent = changeText({ now, before })?.text;
  let figures = percent
    ? `${percent}${lengths === 1 ? '' : ' a day'} (${formatNumber(before / lengths)} to ${formatNumber(now)})`
    : `${formatNumber(now)} (none before)`;
  return `${causeTexts[name](label)} ${figures}`;
}

function detailOf(version: DownloadDifference | undefined, client: DownloadDifference | undefined): string | undefined {
  if (!version && !client) return undefined;
  let isDocker = client?.label === 'docker';
  let what = isDocker ? 'docker pulls' : 'downloads';
  let by = client && !isDocker ? ` by ${client.label}` : '';
  return `mostly ${what}${version ? ` of ${version.label}` : ''}${by}`;
}
