/**
 * What the edge needs in order to answer: every package, collection, route, pixel and host. The
 * store side reads it from the control store, the edge builds its routing table from it. Plain
 * data, so that it can be stored and sent.
 */
import type { PackageRules } from './package-types/list';

export interface PixelRule {
  pixelId: string;
  ownerId: string;
  trackCompanies: boolean;
  keepReferrerQuery: boolean;
}

export interface Rules {
  /** By type; every rule names its owner. */
  packages: PackageRules;
  /** All pixels; each can be requested on any of `pixelHosts`. */
  pixels: PixelRule[];
  /** The common pixel host and every verified custom domain of a pixel. */
  pixelHosts: string[];
}
