/** Report: the last complete week or month, once it is due. */
import { figures } from 'contract/analytics/figures';
import { dayRangeLabel } from 'contract/floor/days';
import { changeText } from 'contract/analytics/rounding';
import { comparedText } from '../notifications/weekly-summary';
import { ownerSummary, type OwnerSummary, type PeriodComparison } from '../notifications/owner-summary';
import { dueMonth, dueWeek, type SummaryPeriod } from '../notifications/summary-period';
import { pluralize, joinNames, formatNumber } from '../wording';
import { limitFacts, noResult, alertMessage, type CheckContext, type AlertCheck } from './check';

const companiesNamed = 10;
const nouns = { weekly: 'week', monthly: 'month' } as const;

export const periodicReport: AlertCheck = async (context) => {
  let week = context.alert.kind === 'weekly-report' ? dueWeek(context.now) : dueMonth(context.now);
  if (!week) return noResult;
  let messageFor = async () => {
    let summary = await ownerSummary(context, context.owner, week);
    return summary && messageOf(context, week, summary);
  };
  return { keys: [`${week.rollup} ${week.first}`], messageFor };
};

/** As webhooks have them: what was counted. */
function countsOf({ now, before }: PeriodComparison): PeriodComparison {
  return { now, before };
}

function messageOf(context: CheckContext, { first, last, rollup }: SummaryPeriod, summary: OwnerSummary) {
  let { downloads, views, days, reason, packages, companies } = summary;
  let than = nouns[rollup];
  let percent = downloads.change.why ? undefined : changeText(downloads.change)?.text;
  let top = packages.map(({ name, downloads: count }) => `${name} (${formatNumber(count)})`);
  let named = joinNames(
    companies.map(({ name }) => name),
    companiesNamed,
  );
  let { first: firstCompanies, more: more_companies } = limitFacts(companies);
  return alertMessage(context, {
    title: `The ${than} of ${context.owner.name}: ${pluralize(downloads.now, 'download')}${percent ? ` (${percent})` : ''}`,
    sentences: [
      `${figures.downloads.label}, ${dayRangeLabel({ from: first, to: last })} (UTC): ${comparedText(downloads, than)}.`,
      ...(reason ? [reason.sentence] : []),
      ...(top.length > 0 ? [`Top packages: ${joinNames(top)}.`] : []),
      `${figures.views.label}: ${comparedText(views, than)}.`,
      ...(named ? [`${figures.newCompanies.label}: ${named}.`] : []),
    ],
    data: {
      first,
      last,
      downloads: countsOf(downloads),
      views: countsOf(views),
      days,
      packages,
      companies: firstCompanies,
      more_companies,
      reason: reason?.data ?? null,
    },
  });
}
