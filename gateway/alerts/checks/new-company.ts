/** Alert: a company reaches a stage of the funnel. */
import { activeStages } from 'contract/analytics/funnel-stages';
import { companyPath } from 'contract/floor/page-links';
import { dayMs, dayOf } from 'contract/floor/time';
import { artifactIdsOf, stagedCompanies, type StagedCompany } from '../../reports/funnel/companies';
import { pluralize, joinNames, formatNumber } from '../wording';
import { alertCompanyKey } from '../../floor/db/alert-schema';
import { limitFacts, lateMs, noResult, alertSubject, alertMessage, type CheckContext, type AlertCheck } from './check';
import { least } from 'contract/floor/extremes';

const namedMax = 10;
const certain = { includeLowConfidence: false };
const stageWords = activeStages.map((stage) => stage.replace('-', ' '));

/** Companies with events since the last check that are at the stage or a later one. */
export const newCompany: AlertCheck = async (context) => {
  let { events, alert, artifacts, packages, pixels, rules, settings, now } = context;
  if (packages.length + pixels.length === 0) return noResult;
  let ids = artifactIdsOf({ packages: [...packages], pixels: [...pixels] });
  let from = Math.max(0, Math.floor((alert.checked_until - lateMs) / dayMs) * dayMs);
  let found = await stagedCompanies(events, {
    artifacts,
    among: ids,
    from,
    until: (Math.floor(now / dayMs) + 1) * dayMs,
    ...certain,
    ...rules,
    now,
  });
  let wanted = activeStages.indexOf(settings.stage);
  let reached = new Map(
    found
      .filter(({ funnel }) => activeStages.findIndex((stage) => stage === funnel.stage) >= wanted)
      .map((one) => [alertCompanyKey(one.counts.company), one]),
  );
  let among = async (keys: readonly string[]) => {
    let known = new Set<string>();
    if (from > 0)
      for (let { company } of await events.companies({ ...ids, from: 0, until: from, ...certain, ...rules }))
        known.add(alertCompanyKey(company));
    let wasThere = (key: string) => known.has(key) && firstDayAt(reached.get(key), wanted) < from / dayMs;
    return keys.filter((key) => !wasThere(key));
  };
  let messageFor = async (pending: readonly string[]) =>
    messageOf(
      context,
      pending.flatMap((key) => reached.get(key) ?? []),
    );
  return { keys: [...reached.keys()], news: { since: dayOf(from), among }, messageFor };
};

/** The day (since 1970) on which a company reached a stage or a later one. */
function firstDayAt(one: StagedCompany | undefined, wanted: number): number {
  let days = activeStages.slice(wanted).flatMap((stage) => one?.funnel.starts[stage] ?? []);
  return least(days);
}

function messageOf(context: CheckContext, companies: readonly StagedCompany[]) {
  let { owner } = context;
  let stage = stageWords[activeStages.indexOf(context.settings.stage)]!;
  let sorted = companies.toSorted((a, b) => b.funnel.points - a.funnel.points);
  let [first] = sorted;
  let { first: facts, more } = limitFacts(sorted);
  let unnamed = sorted.length - namedMax;
  let names = sorted.map(({ counts }) => counts.name || counts.company);
  return alertMessage(context, {
    title: `${alertSubject(context)}: ${joinNames(names, 1)} at the stage ${stage}`,
    sentences: [
      ...sorted.slice(0, namedMax).map(sentenceOf),
      ...(unnamed > 0 ? [`And ${formatNumber(unnamed)} more.`] : []),
    ],
    data: { stage: context.settings.stage, companies: facts.map(factsOf), more },
    ...(sorted.length === 1 && { url: companyPath(owner.name, first!.counts.company) }),
  });
}

/** `Acme (acme.example) is at the stage investigation: 3 downloads and 1 view since Nov 9.` */
function sentenceOf({ counts: { name, company }, funnel, days }: StagedCompany): string {
  let who = name && name !== company ? `${name} (${company})` : company;
  let parts = Object.values(funnel.totals);
  let downloads = parts.reduce((sum, one) => sum + one.downloads, 0);
  let views = parts.reduce((sum, one) => sum + one.views, 0);
  let did = `${pluralize(downloads, 'download')} and ${pluralize(views, 'pixel view')} on ${pluralize(days.length, 'day')}`;
  return `${who} is at the stage ${funnel.stage.replace('-', ' ')}: ${did}.`;
}

function factsOf({ counts: { company, name }, funnel }: StagedCompany) {
  let since = funnel.starts[funnel.stage];
  return { company, name, stage: funnel.stage, since: since === undefined ? null : dayOf(since * dayMs) };
}
