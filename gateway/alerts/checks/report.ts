/** The report of the last whole week or month, once it is due. */
import { compared } from '../notifications/mails/weekly-summary';
import { ownerWeek, type OwnerWeek } from '../notifications/week-summary';
import { dueMonth, dueWeek, type Week } from '../notifications/week';
import { changed, counted, dayInWords, listed, number } from '../notifications/words';
import { firstOf, nothing, toldBy, type Asked, type Check } from './check';

const companiesNamed = 10;
const words = { weekly: 'week', monthly: 'month' } as const;

export const report: Check = async (asked) => {
  let week = asked.alert.kind === 'weekly-report' ? dueWeek(asked.now) : dueMonth(asked.now);
  if (!week) return nothing;
  let tell = async () => {
    let figures = await ownerWeek(asked, asked.owner, week);
    return figures && told(asked, week, figures);
  };
  return { keys: [`${week.rollup} ${week.first}`], tell };
};

function told(asked: Asked, { first, last, rollup }: Week, figures: OwnerWeek) {
  let { downloads, views, reason, packages, companies } = figures;
  let than = words[rollup];
  let percent = changed(downloads);
  let top = packages.map(({ name, downloads: count }) => `${name} (${number(count)})`);
  let named = listed(
    companies.map(({ name }) => name),
    companiesNamed,
  );
  let { first: firstCompanies, more: more_companies } = firstOf(companies);
  return toldBy(asked, {
    title: `The ${than} of ${asked.owner.name}: ${counted(downloads.now, 'download')}${percent ? ` (${percent})` : ''}`,
    sentences: [
      `From ${dayInWords(first)} to ${dayInWords(last)} (UTC): ${compared(downloads, than)} downloads.`,
      ...(reason ? [reason.sentence] : []),
      ...(top.length > 0 ? [`Top packages: ${listed(top)}.`] : []),
      `Pixel views: ${compared(views, than)}.`,
      named ? `New companies: ${named}.` : 'No new companies.',
    ],
    data: {
      first,
      last,
      downloads,
      views,
      packages,
      companies: firstCompanies,
      more_companies,
      reason: reason?.data ?? null,
    },
  });
}
