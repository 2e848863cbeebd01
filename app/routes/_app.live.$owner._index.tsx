/** /live/:owner: the newest events, the last 30 minutes and the countries of the last hour, kept up to date. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { liveApi } from 'contract/analytics/live';
import { omitRepeatedMarkup } from '../charts/chart-markup.server';
import { readFirstStep } from '../features/analytics/home.server';
import { CountriesCard, MinutesCard, NewestCard, NothingLive } from '../features/live/live-page';
import { liveView } from '../features/live/live.server';
import { useLive } from '../features/live/use-live';
import { RefreshWithoutScripts } from '../features/live/auto-refresh';
import { readLiveMap } from '../reports/live-map.server';
import { secondary } from '../gateway/secondary.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { mayExport, ownerRole, roleError } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Live', description: 'Downloads and page views in real time.' });
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, kept }) => [
    { label: 'Analytics', to: paths.analytics(owner, kept) },
    { label: 'Live' },
  ],
};

const refreshSeconds = 10;

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  let { call, owner } = signedIn;
  let role = await ownerRole(signedIn, owner);
  if (!mayExport(role)) throw roleError(role, owner);
  let isPaused = new URL(args.request.url).searchParams.has('paused');
  let [events, map] = await Promise.all([
    call(liveApi.getLiveEvents, { params: { owner } }),
    secondary(readLiveMap(call, owner), null),
  ]);
  let live = liveView(events);
  omitRepeatedMarkup(args.context, [map?.drawing]);
  return { owner, isPaused, live, map, first: live.lines.length > 0 ? null : await readFirstStep(call, owner) };
}

export default function LivePage() {
  let { owner, isPaused, live, map, first } = useLoaderData<typeof loader>();
  let now = useLive(live, isPaused ? null : paths.liveStream(owner));
  return (
    <Stack>
      {!isPaused && <RefreshWithoutScripts seconds={refreshSeconds} />}
      <PageTitle
        title="Live"
        description={isPaused ? 'Paused' : 'Downloads and page views in real time'}
        actions={
          <LinkButton to={paths.live(owner, { paused: isPaused ? '' : 'yes' })} variant="outline" size="sm">
            {isPaused ? 'Resume' : 'Pause'}
          </LinkButton>
        }
      />
      {now.lines.length > 0 ? (
        <>
          <div className={map ? 'grid gap-5 lg:grid-cols-[5fr_2fr]' : undefined}>
            <MinutesCard {...now} />
            {map && <CountriesCard {...map} />}
          </div>
          <NewestCard owner={owner} {...now} />
        </>
      ) : (
        <NothingLive owner={owner} first={first} />
      )}
    </Stack>
  );
}
