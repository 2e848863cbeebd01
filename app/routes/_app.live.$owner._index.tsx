/** /live/:owner: the newest events, the last 30 minutes by minute, and the last hour by country. */
import { useLoaderData } from '@remix-run/react';
import { CountriesCard, MinutesCard, NewestCard, NothingLive } from '../features/live/live-page';
import { useLive } from '../features/live/use-live';
import { RefreshWithoutScripts } from '../features/live/auto-refresh';
import { livePage } from '../reports/live.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
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

export const loader = livePage;

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
