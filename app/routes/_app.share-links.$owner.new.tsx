/** /share-links/[owner]/new?package=…&where=…: the form of a new share link about a report. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { shareLinksApi, type ShareLink } from 'contract/analytics/share-links';
import { shownConditions } from '../features/filters/conditions.server';
import { listFilters } from '../features/filters/filters.server';
import { type ReportChoice, type OwnerArtifacts, readReport } from '../features/analytics/report-params.server';
import { ShareForm } from '../features/share-links/share-form';
import {
  newShareDefaults,
  partFields,
  rangeOptions,
  ShareLinkInput,
  shareLinksHome,
  chosenParts,
} from '../features/share-links/share-links.server';
import { SharingForbidden } from '../features/share-links/share-links-page';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { Facts } from '../ui/description-list';
import { EmptyState } from '../ui/empty-state';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta({
  title: 'New share link',
  description: 'Choose what to share, and until when.',
});
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ data }) => [{ label: 'Share links', to: data?.home ?? '' }, { label: 'New' }],
};

interface Subject {
  package_id: string | null;
  pixel_id: string | null;
  name: string;
  title: string;
}

/** One package, one pixel, or all packages; null for anything else. The title says whose it is. */
function subjectOf(owner: string, { package: chosen, pixels }: ReportChoice, known: OwnerArtifacts): Subject | null {
  if (chosen === 'all')
    return { package_id: null, pixel_id: null, name: 'All packages', title: `${owner} · downloads` };
  if (chosen !== 'none') {
    let { id = null, name = '' } = known.packages.find((one) => one.id === chosen) ?? {};
    return { package_id: id, pixel_id: null, name, title: `${owner} · downloads of ${name}` };
  }
  let [pixel, ...more] = known.pixels.filter(({ id }) => pixels.includes(id));
  if (!pixel || more.length > 0) return null;
  return { package_id: null, pixel_id: pixel.id, name: pixel.name, title: `${owner} · views of ${pixel.name}` };
}

async function readSubject(args: LoaderFunctionArgs | ActionFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let { searchParams } = new URL(args.request.url);
  let { choice, known, asked } = await readReport(signedIn, searchParams);
  return { ...signedIn, choice, asked, subject: subjectOf(signedIn.owner, choice, known) };
}

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, username, choice, asked, subject } = await readSubject(args);
  let { label: filter = '' } = choice.filterId
    ? ((await listFilters(call, owner))
        .filter(({ id }) => id === choice.filterId)
        .map(({ name }) => ({ label: name }))[0] ?? {})
    : {};
  let { is_forbidden } = await call(shareLinksApi.getShareLinks, { params: { owner } });
  let { chips } = shownConditions(choice.where, () => '', null);
  return {
    home: shareLinksHome(owner, username),
    report: paths.analytics(owner, asked),
    isForbidden: is_forbidden,
    name: subject?.name ?? null,
    values: newShareDefaults(subject?.title ?? ''),
    parts: partFields,
    ranges: rangeOptions,
    conditions: [
      filter && `Filter ${filter}`,
      ...chips.map(({ label }) => label),
      choice.withoutNoise && 'Without bots and mirrors',
    ].filter((words) => typeof words === 'string' && words !== ''),
  };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, choice, subject } = await readSubject(args);
  let form = await readForm(args.request, ShareLinkInput);
  if (!form.ok) return form.reply;
  if (!subject) return form.reject('', 'share-is-of-one');
  let { package_id, pixel_id } = subject;
  let { title, longest_days, last_day, password } = form.value;
  let body = {
    title,
    package_id,
    pixel_id,
    ...(choice.filterId && { filter_id: choice.filterId }),
    where: choice.where,
    hides_noise: choice.withoutNoise,
    shows: chosenParts(form.value),
    longest_days,
    last_day,
    password,
  };
  return dedupe(args.request, body, async () => {
    let made: ShareLink | Response = await call(shareLinksApi.createShareLink, { params: { owner }, body }).catch(
      form.refuse,
    );
    return made instanceof Response
      ? made
      : redirectWithToast(serverPaths.shareLink(owner, made.id), 'share_link_made');
  });
}

export default function NewShareLink() {
  let { name, report, conditions, isForbidden, ...form } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="New share link" description="Anyone with the link can view." />
      {isForbidden ? (
        <SharingForbidden />
      ) : name === null ? (
        <Card>
          <EmptyState
            title="One pixel at a time"
            action={
              <LinkButton to={report} variant="outline">
                Back to the report
              </LinkButton>
            }
          >
            A share link is for one package, one pixel, or all packages.
          </EmptyState>
        </Card>
      ) : (
        <Card>
          <div className="mb-4">
            <Facts
              facts={[
                { label: 'Shared', value: name },
                { label: 'Conditions', value: conditions.join(', ') || 'None' },
              ]}
            />
          </div>
          <ShareForm values={form.values} parts={form.parts} ranges={form.ranges} lastResult={refused?.lastResult} />
        </Card>
      )}
    </Stack>
  );
}
