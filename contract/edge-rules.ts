/**
 * What the edge must know to answer: every package, collection, route, pixel and host. The gateway
 * reads it from its records, the edge makes its routing table of it. Plain data, so that it can be
 * kept and sent.
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
  /** All pixels; any of them may be asked for on any of `pixelHosts`. */
  pixels: PixelRule[];
  /** The common pixel host and every verified custom domain of a pixel. */
  pixelHosts: string[];
}
