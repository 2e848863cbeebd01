import type { AskedTime } from 'contract/analytics/asked-time';
import { annotationsApi, type Annotation, SaveAnnotation } from 'contract/analytics/annotations';
import { packagesApi } from 'contract/packages/packages';
import type { DayRange } from 'contract/floor/days';
import { dayOf } from 'contract/floor/time';
import type { ChartNotes } from '../../charts/chart-notes.server';
import { bucketOf, timeBuckets, type Clock, dayRangeLabel, type TimeStep } from '../../charts/date-buckets.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { paths } from '../../links/paths';
import { serverPaths } from '../../links/paths.server';

const listedMax = 20;

interface Reported extends Clock {
  time: AskedTime;
  days: DayRange;
  step: TimeStep;
  packages: 'all' | 'none' | readonly string[];
}

interface Around {
  mayChange: boolean;
  page: string;
}

/**
 * Annotations of the report's range and artifacts, numbered by day; null if they could not be
 * loaded.
 */
export async function chartNotes(
  call: Call,
  owner: string,
  { packages, ...period }: Reported,
  { mayChange, page }: Around,
): Promise<ChartNotes | null> {
  let { time, days } = period;
  let named = typeof packages === 'string' ? [] : packages;
  let query = {
    start_date: days.from,
    end_date: days.to,
    package_id: packages === 'none' ? ['none'] : [...named],
    per_page: listedMax,
  };
  let known = await secondary(call(annotationsApi.getAnnotations, { params: { owner }, query }), null);
  if (!known) return null;
  let { results, total } = known;
  let buckets = timeBuckets(time, period.step, period);
  let about = named.length === 1 ? named[0]! : '';
  let list = results.toReversed().map((one, i) => ({
    // An hourly chart shows a day's annotations at its first hour.
    at: Math.max(0, bucketOf(one.day, buckets)),
    number: i + 1,
    text: `${dayLabel(one.day)}: ${one.text}`,
    day: dayLabel(one.day),
    comment: one.text,
    about: about ? '' : (one.package_name ?? ''),
    by: byWhom(one),
    to: mayChange ? serverPaths.annotation(owner, one.id, page) : '',
  }));
  return {
    list,
    more: total - results.length,
    all: serverPaths.annotations(owner),
    add: mayChange ? serverPaths.newAnnotation(owner, { day: days.to, package: about, backTo: page }) : '',
  };
}

const perPage = 50;

export async function readAnnotations(call: Call, owner: string, { q, page }: { q: string; page: number }) {
  let { results, total } = await call(annotationsApi.getAnnotations, {
    params: { owner },
    query: { search: q, page, per_page: perPage },
  });
  return { total, pages: Math.ceil(total / perPage), lines: results.map((one) => annotationLine(one, owner)) };
}

export type AnnotationLine = ReturnType<typeof annotationLine>;

function annotationLine(one: Annotation, owner: string) {
  let { id, day, text, package_id, package_name } = one;
  return {
    id,
    day: dayLabel(day),
    text,
    about: package_name ?? 'All packages and pixels',
    by: byWhom(one),
    report: paths.analytics(owner, { package: package_id ?? '', from: day, to: day }),
    change: serverPaths.annotation(owner, id),
    removal: serverPaths.annotationRemoval(owner, id),
  };
}

function byWhom({ created_by, created_at }: Annotation): string {
  return `${created_by ?? 'a former member'}, ${dayLabel(dayOf(Date.parse(created_at)))}`;
}

function dayLabel(day: string): string {
  return dayRangeLabel({ from: day, to: day });
}

export const AnnotationInput = SaveAnnotation.extend({
  package_id: SaveAnnotation.shape.package_id.transform((id) => id || null),
});

export async function annotatedPackages(call: Call, owner: string) {
  let { results } = await call(packagesApi.getPackages, { params: { owner }, query: { per_page: 'max' } });
  return results.map(({ id, name, type }) => ({ value: id, label: `${name} (${type})` }));
}

/** Returns to the page the form was opened from, else to the list. */
export function afterwards(request: Request, owner: string): string {
  let backTo = new URL(request.url).searchParams.get('backTo');
  return backTo ? paths.backTo(backTo) : serverPaths.annotations(owner);
}
