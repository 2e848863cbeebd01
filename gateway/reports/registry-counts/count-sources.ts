/** How each registry is asked for its downloads, and what it answers. */
import { z } from 'zod';
import type { CountedType } from 'contract/analytics/count-sources';
import { DayText } from 'contract/rules/fields';

export interface DayCount {
  day: string;
  downloads: number;
}

/** Inclusive. */
export interface CountedDays {
  from: string;
  to: string;
}

/** Downloads by day, or all there ever were. */
export type Counted = { days: DayCount[] } | { total: number };

interface CountSource {
  /** Days of the first fetch. */
  historyDays: number;
  /** Path and query below the address of the service; `page` starts at 1. */
  place(name: string, range: CountedDays, page: number): string;
  /** Undefined for an answer of another shape, or about another package. */
  read(answer: unknown, name: string): Counted | undefined;
  /** Whether the total continues on another page. */
  hasMore?(answer: unknown): boolean;
}

const Count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const Day = z.object({ day: DayText, downloads: Count });
const DatedDay = z
  .object({ date: DayText, downloads: Count })
  .transform(({ date: day, downloads }) => ({ day, downloads }));

const NpmAnswer = z.object({ package: z.string(), downloads: z.array(Day) });
const PypiAnswer = z.object({
  package: z.string(),
  data: z.array(z.object({ category: z.string(), date: DayText, downloads: Count })),
});
const CratesAnswer = z.object({
  version_downloads: z.array(DatedDay),
  meta: z.object({ extra_downloads: z.array(DatedDay) }),
});
const GemAnswer = z.object({ name: z.string(), downloads: Count });
const PackagistAnswer = z.object({ package: z.object({ name: z.string(), downloads: z.object({ total: Count }) }) });
const NugetAnswer = z.object({ data: z.array(z.object({ id: z.string(), totalDownloads: Count })) });
const HubAnswer = z.object({ name: z.string(), pull_count: Count });
const ReleasesAnswer = z.array(z.object({ assets: z.array(z.object({ download_count: Count })) }));

const releasesPerPage = 100;
const part = encodeURIComponent;

/** A name with slashes that stay. */
function parts(name: string): string {
  return name.split('/').map(part).join('/');
}

export const fetchedFrom: Record<CountedType, CountSource> = {
  npm: {
    // npm limits a request to 18 months. The slash after a scope is not encoded.
    historyDays: 540,
    place: (name, { from, to }) => `downloads/range/${from}:${to}/${parts(name).replace('%40', '@')}`,
    read(answer, name) {
      let { data } = NpmAnswer.safeParse(answer);
      return data?.package === name ? { days: data.downloads } : undefined;
    },
  },
  python: {
    historyDays: 180,
    place: (name) => `api/packages/${part(pypiName(name))}/overall?mirrors=false`,
    read(answer, name) {
      let { data } = PypiAnswer.safeParse(answer);
      if (data?.package !== pypiName(name)) return undefined;
      let own = data.data.filter(({ category }) => category === 'without_mirrors');
      return { days: own.map(({ date: day, downloads }) => ({ day, downloads })) };
    },
  },
  cargo: {
    historyDays: 90,
    place: (name) => `api/v1/crates/${part(name)}/downloads`,
    // The newest versions are listed one by one, all others together.
    read(answer) {
      let { data } = CratesAnswer.safeParse(answer);
      if (!data) return undefined;
      let byDay = new Map<string, number>();
      for (let { day, downloads } of [...data.version_downloads, ...data.meta.extra_downloads])
        byDay.set(day, (byDay.get(day) ?? 0) + downloads);
      return { days: [...byDay].map(([day, downloads]) => ({ day, downloads })) };
    },
  },
  rubygems: {
    historyDays: 1,
    place: (name) => `api/v1/gems/${part(name)}.json`,
    read(answer, name) {
      let { data } = GemAnswer.safeParse(answer);
      return data?.name === name ? { total: data.downloads } : undefined;
    },
  },
  composer: {
    historyDays: 1,
    place: (name) => `packages/${parts(name)}.json`,
    read(answer, name) {
      let { data } = PackagistAnswer.safeParse(answer);
      return isSame(data?.package.name, name) ? { total: data!.package.downloads.total } : undefined;
    },
  },
  nuget: {
    historyDays: 1,
    place: (name) => `query?q=${part(`packageid:${name}`)}&prerelease=true&semVerLevel=2.0.0&take=1`,
    read(answer, name) {
      let { data } = NugetAnswer.safeParse(answer);
      let found = data?.data.find(({ id }) => isSame(id, name));
      return found && { total: found.totalDownloads };
    },
  },
  docker: {
    historyDays: 1,
    place: (name) => `v2/repositories/${parts(name.includes('/') ? name : `library/${name}`)}/`,
    read(answer, name) {
      let { data } = HubAnswer.safeParse(answer);
      return data && name.endsWith(data.name) ? { total: data.pull_count } : undefined;
    },
  },
  file: {
    historyDays: 1,
    place: (name, _, page) => `repos/${parts(name)}/releases?per_page=${releasesPerPage}&page=${page}`,
    read(answer) {
      let { data } = ReleasesAnswer.safeParse(answer);
      let counts = data?.flatMap(({ assets }) => assets.map((asset) => asset.download_count));
      return counts && { total: counts.reduce((sum, count) => sum + count, 0) };
    },
    hasMore: (answer) => Array.isArray(answer) && answer.length === releasesPerPage,
  },
};

/** As PyPI's index normalizes names. */
function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
