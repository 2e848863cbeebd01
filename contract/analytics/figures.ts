/**
 * Every figure that people see: what it is called, what it counts, over which days, and how it is
 * rounded. Pages, shared pages, badges, emails, alerts and files take it from here. No two figures
 * have one label.
 */
import { countDays, type DayRange } from '../floor/days';

interface Figure {
  label: string;
  of: 'downloads' | 'views' | 'both';
  days: string;
  rounded: 'whole number' | 'percent' | 'day' | 'exact';
  means: string;
}

const inRange = 'of the range';
const sinceFirst = 'of all time';

export const figures = {
  downloads: {
    label: 'Downloads',
    of: 'downloads',
    days: inRange,
    rounded: 'whole number',
    means: 'Requests that count as a download. Repeats within 30 s count once.',
  },
  views: {
    label: 'Views',
    of: 'views',
    days: inRange,
    rounded: 'whole number',
    means: 'Requests of a tracking pixel.',
  },
  users: {
    label: 'Unique users',
    of: 'downloads',
    days: inRange,
    rounded: 'whole number',
    means: 'Networks with one client that downloaded, once in each period of visitor IDs.',
  },
  visitors: {
    label: 'Unique visitors',
    of: 'views',
    days: inRange,
    rounded: 'whole number',
    means: 'The same for views.',
  },
  sources: {
    label: 'Users and readers',
    of: 'both',
    days: inRange,
    rounded: 'whole number',
    means: 'The same for downloads and views together: who does both counts once.',
  },
  networks: {
    label: 'Unique IPs',
    of: 'downloads',
    days: inRange,
    rounded: 'whole number',
    means: 'IP addresses that downloaded, once in each period of visitor IDs.',
  },
  visitorNetworks: {
    label: 'Unique visitor IPs',
    of: 'views',
    days: inRange,
    rounded: 'whole number',
    means: 'The same for views.',
  },
  downloadsPerDay: {
    label: 'Downloads per day',
    of: 'downloads',
    days: `${inRange} that have data, without today`,
    rounded: 'whole number',
    means: 'Downloads divided by days.',
  },
  viewsPerDay: {
    label: 'Views per day',
    of: 'views',
    days: `${inRange} that have data, without today`,
    rounded: 'whole number',
    means: 'Views divided by days.',
  },
  change: {
    label: 'Change',
    of: 'both',
    days: 'of the range and of the compared one, both until the current hour',
    rounded: 'percent',
    means: 'The difference, in percent of the compared range.',
  },
  bots: {
    label: 'bots',
    of: 'downloads',
    days: inRange,
    rounded: 'percent',
    means: 'Share of downloads by bots and mirrors.',
  },
  viewBots: {
    label: 'bots in views',
    of: 'views',
    days: inRange,
    rounded: 'percent',
    means: 'The same for views.',
  },
  companyBots: {
    label: 'bots in company events',
    of: 'both',
    days: inRange,
    rounded: 'percent',
    means: 'The same for the downloads and views of companies.',
  },
  firstSeen: {
    label: 'First seen',
    of: 'both',
    days: sinceFirst,
    rounded: 'day',
    means: 'The first download or view of a company, under the conditions of the report.',
  },
  lastSeen: {
    label: 'Last seen',
    of: 'both',
    days: inRange,
    rounded: 'day',
    means: 'The last download or view.',
  },
  firstDownload: {
    label: 'First download',
    of: 'downloads',
    days: sinceFirst,
    rounded: 'day',
    means: 'In reports without views.',
  },
  lastDownload: {
    label: 'Last download',
    of: 'downloads',
    days: inRange,
    rounded: 'day',
    means: 'In reports without views.',
  },
  firstView: {
    label: 'First view',
    of: 'views',
    days: sinceFirst,
    rounded: 'day',
    means: 'In reports without downloads.',
  },
  lastView: {
    label: 'Last view',
    of: 'views',
    days: inRange,
    rounded: 'day',
    means: 'In reports without downloads.',
  },
  newCompanies: {
    label: 'New companies',
    of: 'both',
    days: inRange,
    rounded: 'whole number',
    means: 'Companies first seen in the range. Low-confidence matches are excluded.',
  },
  unlisted: {
    label: 'unknown companies',
    of: 'both',
    days: inRange,
    rounded: 'whole number',
    means: 'Downloads and views of unknown networks and of hosting providers.',
  },
  latestVersion: {
    label: 'Latest version',
    of: 'downloads',
    days: inRange,
    rounded: 'exact',
    means: 'The highest proven release that was downloaded.',
  },
  adoption: {
    label: 'On the latest version',
    of: 'downloads',
    days: 'of the last 30 days',
    rounded: 'percent',
    means: 'Share of downloads of the latest version.',
  },
  companiesLastMonth: {
    label: 'Companies last month',
    of: 'downloads',
    days: 'of the last calendar month',
    rounded: 'whole number',
    means: 'Companies that downloaded. Low-confidence matches are excluded.',
  },
  score: {
    label: 'Lead score',
    of: 'both',
    days: sinceFirst,
    rounded: 'whole number',
    means: 'How well a company fits the lead profile, from 0 to 100.',
  },
} as const satisfies Record<string, Figure>;

/** The figures of what packages count, and of what pixels count. */
export const figuresOf = {
  package: {
    total: figures.downloads,
    users: figures.users,
    networks: figures.networks,
    perDay: figures.downloadsPerDay,
    first: figures.firstDownload,
    last: figures.lastDownload,
  },
  'tracking-pixel': {
    total: figures.views,
    users: figures.visitors,
    networks: figures.visitorNetworks,
    perDay: figures.viewsPerDay,
    first: figures.firstView,
    last: figures.lastView,
  },
} as const;

/** The first and the last event, of all that a table counts. */
export function seenFigures(ofDownloads: boolean, ofViews: boolean): { first: Figure; last: Figure } {
  if (ofDownloads && ofViews) return { first: figures.firstSeen, last: figures.lastSeen };
  return figuresOf[ofViews ? 'tracking-pixel' : 'package'];
}

interface PerDay {
  total: number;
  /** By step; only that of days tells the running one. */
  series: readonly { date?: string | undefined; total: number }[];
  /** Those that have data, from the first event on. */
  days: DayRange;
  step: string;
  today: string;
}

/**
 * The running day is left out where there are others. `text` replaces the number; empty otherwise.
 */
export function perDayOf({ total, series, days, step, today }: PerDay): { value: number; text: string } {
  let counted = countDays(days);
  let isRunning = step === 'daily' && days.to === today && counted > 1;
  let complete = series.reduce((sum, row) => (row.date === today ? sum : sum + row.total), 0);
  let perDay = isRunning ? complete / (counted - 1) : total / counted;
  return { value: Math.round(perDay), text: total > 0 && perDay < 1 ? '<1' : '' };
}
