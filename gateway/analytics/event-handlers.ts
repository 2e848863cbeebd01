/** Raw events of packages and pixels, all of them or one. */
import { packageById, packageNames } from '../packages/packages';
import { pixelById, pixelNames } from '../packages/pixels';
import { eventCsv } from './event-csv';
import type { Handlers } from '../http/handler';

export const eventHandlers = {
  async exportEntityPackageEvents({ parts, owner, query }) {
    let names = await packageNames(parts.records, owner.id);
    let sources = [{ artifactType: 'package' as const, names }];
    return eventCsv(parts, owner, { sources, title: `packages-${owner.name}` }, query);
  },

  async exportPackageEvents({ parts, owner, params, query }) {
    let { id, name } = await packageById(parts.records, owner.id, params.package_id);
    let sources = [{ artifactType: 'package' as const, names: new Map([[id, name]]) }];
    return eventCsv(parts, owner, { sources, title: `package-${owner.name}-${name}` }, query);
  },

  async exportEntityTrackingPixelEvents({ parts, owner, query }) {
    let names = await pixelNames(parts.records, owner.id);
    let sources = [{ artifactType: 'tracking-pixel' as const, names }];
    return eventCsv(parts, owner, { sources, title: `pixels-${owner.name}` }, query);
  },

  async exportTrackingPixelEvents({ parts, owner, params, query }) {
    let { id, name } = await pixelById(parts.records, owner.id, params.id);
    let sources = [{ artifactType: 'tracking-pixel' as const, names: new Map([[id, name]]) }];
    return eventCsv(parts, owner, { sources, title: `pixel-${owner.name}-${name}` }, query);
  },
} satisfies Partial<Handlers>;
