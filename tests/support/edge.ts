/** An edge in the process of the tests, over the parts of its store side. */
import pino from 'pino';
import { createAgentReader } from 'edge/enrich/agent';
import { unknownCompany, unknownPlace, type Enrich } from 'edge/enrich/enrich';
import { createEdge, type Edge, type EdgeParts } from 'edge/edge';
import { createRecorder, type Recorder } from 'edge/record';
import type { Event } from 'contract/event-fields';
import type { EventStore } from 'gateway/events/store';
import type { ImageProvisioning } from 'gateway/packages/image-provisioning';

/** The installation secret of every world. */
export const worldSalt = 'salt of the tests';

/** No data packages: tests of the edge do not depend on whose addresses they are. */
export const plainEnrich: Enrich = {
  agent: createAgentReader(),
  place: () => unknownPlace,
  company: () => unknownCompany,
  attributions: [],
  sources: [],
};

export interface TestEdge extends Edge {
  recorder: Recorder;
}

/** Events go to `events`, with the packages that `images` gives them. */
export function openEdge(
  given: Partial<EdgeParts> & Pick<EdgeParts, 'rules'>,
  events: Pick<EventStore, 'append'>,
  images: ImageProvisioning,
): TestEdge {
  let log = pino({ level: 'silent' });
  let append = async (fresh: readonly Event[]) => events.append(await images.resolve(fresh));
  let recorder = createRecorder({ events: { append }, log });
  let edge = createEdge({
    recorder,
    enrich: plainEnrich,
    salt: worldSalt,
    domain: 'localhost',
    trustProxy: () => false,
    clock: Date.now,
    log,
    ...given,
  });
  return {
    ...edge,
    recorder,
    async close() {
      await edge.close();
      await recorder.close();
    },
  };
}
