/** Which exports of the API hold the events of a report. */
import {
  exportEntityPackageEvents,
  exportEntityTrackingPixelEvents,
  exportPackageEvents,
  exportTrackingPixelEvents,
} from 'contract/events';
import type { Route } from 'contract/route';
import type { Selection, Some } from './aggregation-client.server';

export interface Export {
  route: Route;
  params: Record<string, string>;
  what: 'packages' | 'package' | 'pixels' | 'pixel';
}

/** The exports of all chosen packages and pixels, packages first; empty when none is chosen. */
export function exportsOf(owner: string, { packages, pixels }: Selection): Export[] {
  return [...packageExports(owner, packages), ...pixelExports(owner, pixels)];
}

function packageExports(owner: string, packages: Some): Export[] {
  if (packages === 'none') return [];
  if (packages === 'all') return [{ route: exportEntityPackageEvents, params: { owner }, what: 'packages' }];
  return packages.map((package_id) => ({
    route: exportPackageEvents,
    params: { owner, package_id },
    what: 'package',
  }));
}

function pixelExports(owner: string, pixels: Some): Export[] {
  if (pixels === 'none') return [];
  if (pixels === 'all') return [{ route: exportEntityTrackingPixelEvents, params: { owner }, what: 'pixels' }];
  return pixels.map((id) => ({ route: exportTrackingPixelEvents, params: { owner, id }, what: 'pixel' }));
}
