/**
 * What the edge needs in order to answer: every package, collection, route, pixel and host, by
 * owner. The store side reads it from the control store, the edge builds its routing table from it.
 * Plain data, so that it can be stored and sent.
 */
import type { PackageRules } from '../packages/package-types/list';
import type { WithdrawnRule } from '../packages/withdrawn-versions';
import type { VariableNames } from '../packages/package-types/file';

export interface PixelRule {
  pixelId: string;
  ownerId: string;
  trackCompanies: boolean;
  keepReferrerQuery: boolean;
  /** Of the owner; the default names where it is left out. */
  variableNames?: VariableNames;
}

/** What one owner has. No host serves two owners. */
export interface OwnerRules {
  /** By type; every rule names its owner. */
  packages: Partial<PackageRules>;
  /** Each can be requested on the common pixel host and on the pixel hosts of every owner. */
  pixels: PixelRule[];
  /** Verified custom domains of pixels. */
  pixelHosts: string[];
  withdrawn?: WithdrawnRule[];
}

/** Owners by id, each with all rules it has now; null: it has none any more. */
export type RulesChange = ReadonlyMap<string, OwnerRules | null>;
