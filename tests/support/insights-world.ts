/** Packages, a pixel and events of hopper-labs, for tests of the pages that report on them. */
import type { Event } from 'contract/event-fields';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi, type Package } from 'contract/packages/packages';
import { pixelsApi, type TrackingPixel } from 'contract/packages/pixels';
import { dayMs } from 'contract/floor/time';
import { madeEvent } from './made-event';
import { createWorld } from './world';

/** The owner of the sample. */
export const owner = 'hopper-labs';

/** An id that nothing has. */
export const nobody = '99999999-9999-4999-8999-999999999999';

/** A world with the sample; every counted event passes the filter. */
export async function createInsightsWorld() {
  let world = await createWorld();
  let maker = await world.as('grace');
  let file = (name: string) => ({
    type: 'file',
    name,
    incoming_path: `/${name}/{version}`,
    outgoing_url: 'https://x.example/f',
  });
  let tool = await maker.ask(packagesApi.createPackage, { params: { owner }, body: file('tool') as never });
  let quiet = await maker.ask(packagesApi.createPackage, { params: { owner }, body: file('quiet') as never });
  let manual = await maker.ask(pixelsApi.createTrackingPixel, { params: { owner }, body: { name: 'manual' } });
  let everybody = { request_is_bot: { value: false } };
  let { id: filterId } = await maker.ask(filtersApi.createFilter, { params: { owner }, body: everybody });
  await world.events.append(sampleEvents(tool, manual));
  return { world, tool, quiet, manual, filterId };
}

/** Today: 3 downloads by 2 sources and 2 views; 40 days ago, in the period before: 2 downloads. */
function sampleEvents(tool: Package, manual: TrackingPixel): Event[] {
  let now = Date.now();
  let download = (fields: Partial<Event>) =>
    madeEvent({ artifactId: tool.id, time: now, version: '1.0.0', country: 'DE', ...fields });
  let view = (fields: Partial<Event>) =>
    madeEvent({
      artifactId: manual.id,
      artifactType: 'tracking-pixel',
      type: 'pixel-fetch',
      time: now,
      referer: 'https://docs.example/start',
      ...fields,
    });
  return [
    download({ originId: 1n }),
    download({ originId: 1n, version: '1.1.0' }),
    download({
      originId: 2n,
      country: 'JP',
      companyName: 'Acme',
      companyDomain: 'acme.example',
      connectionType: 'business',
      confidence: 0.9,
    }),
    view({ originId: 3n, client: 'Firefox' }),
    view({ originId: 4n, client: 'Firefox', referer: '' }),
    download({ time: now - 40 * dayMs }),
    // Before any report, so that the period before is a full one.
    download({ time: now - 400 * dayMs }),
    download({ time: now - 40 * dayMs, originId: 9n }),
    download({ doNotTrack: true, originId: 0n, endpointId: 0n }),
  ];
}

/** The cards of a report as label, value and change. */
export function cardsOf(
  figures: { cards: { label: string; value: number | null; change: { text: string } | null }[] } | null | undefined,
) {
  return figures?.cards.map(({ label, value, change }) => [label, value, change?.text ?? '-']);
}
