/** The numbers of an overview: of all packages and pixels, or of one. */
import { artifactList } from '../features/analytics/artifact-list.server';
import { artifactReport } from '../features/analytics/artifact-report.server';
import type { ReportPeriod } from '../features/analytics/aggregate-query.server';
import { headline } from '../features/analytics/headline.server';
import { readHome } from '../features/analytics/home.server';
import type { OwnerArtifacts, ReportArtifact } from '../features/analytics/report-params.server';
import { renderReport } from '../features/analytics/report-summary.server';
import { readArtifactFeatures } from '../features/granted-features.server';
import { secondary } from '../gateway/secondary.server';
import type { SignedIn } from '../session/guards.server';
import { readArrival, readEarlier, readWelcome } from './welcome.server';

const linesPerPage = 20;

export type Reader = SignedIn & { owner: string };

/** Of an overview that has no range or an unknown filter. */
export const noNumbers = {
  home: null,
  headline: '',
  list: null,
  one: null,
  arrival: null,
  welcome: null,
  earlier: null,
};

type Asked = Parameters<typeof readHome>[3];

export async function numbersOfOne(
  { call, owner }: Reader,
  range: ReportPeriod,
  artifact: ReportArtifact,
  asked: Asked & { isShared: boolean },
) {
  let [report, features] = await Promise.all([
    artifactReport(call, owner, range, { ...asked, artifact }),
    secondary(readArtifactFeatures(call, owner, artifact.id), []),
  ]);
  return { ...noNumbers, one: { artifact, report, features } };
}

export async function numbersOfAll(
  signedIn: Reader,
  range: ReportPeriod,
  { packages, pixels }: OwnerArtifacts,
  { url, ...asked }: Asked & { url: URL },
) {
  let { call, owner } = signedIn;
  let { selection } = asked;
  let artifacts = [...packages, ...pixels];
  let [home, list, said] = await Promise.all([
    readHome(call, owner, range, asked),
    artifactList(call, owner, range, { artifacts, selection, url, perPage: linesPerPage }),
    secondary(headline(call, owner, range, { selection, packages }), ''),
  ]);
  let [arrival, welcome, earlier] = await Promise.all([
    readArrival(call, owner, home, url),
    home.state === 'new' ? readWelcome(signedIn, url) : null,
    home.state === 'waiting' && home.item ? readEarlier(signedIn, home.item) : null,
  ]);
  return { ...noNumbers, home, headline: said, list, arrival, welcome, earlier };
}

type Numbers = Awaited<ReturnType<typeof numbersOfOne>> | Awaited<ReturnType<typeof numbersOfAll>>;

/** With its charts drawn. */
export function rendered(numbers: Numbers, drawn: Parameters<typeof renderReport>[1]) {
  let { one, home } = numbers;
  return {
    ...numbers,
    one: one && { ...one, report: { ...one.report, overview: renderReport(one.report.overview, drawn) } },
    home: home?.state === 'active' ? { ...home, overview: renderReport(home.overview, drawn) } : home,
  };
}
