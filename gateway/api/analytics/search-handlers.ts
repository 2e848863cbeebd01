/** Search over the packages and pixels of one owner. */
import { searchApi, type SearchResultItem } from 'contract/packages/search';
import { findOwner } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { PackageRow } from '../../floor/db/hosting-schema';
import { findPackages, findPixels, type FoundPixel } from '../../reports/analytics/artifact-search';
import { ApiError } from '../../floor/calls/api-error';
import { requireAccess } from '../http/access';
import { serve } from '../http/handler';
import { presentLabel } from '../../packages/present';

export const searchResultsMax = 20;

export const searchEndpoints = serve(searchApi, {
  async search({ parts, caller, body }) {
    let owner = body.context ? await findOwner(parts.records, body.context.context) : caller.user;
    if (!owner) throw new ApiError('owner-not-found');
    await requireAccess(parts.records, caller, owner, { access: 'read' });
    let [packages, pixels] = await Promise.all([
      findPackages(parts.records, owner.id, body.query, searchResultsMax),
      findPixels(parts.records, owner.id, body.query, searchResultsMax),
    ]);
    // Many packages leave at least half of the places to pixels, and the other way round.
    let packagesShown = Math.max(searchResultsMax / 2, searchResultsMax - pixels.length);
    let shown = packages.slice(0, packagesShown).map((row) => presentFoundPackage(row, owner));
    return {
      results: [
        ...shown,
        ...pixels.slice(0, searchResultsMax - shown.length).map((row) => presentFoundPixel(row, owner)),
      ],
    };
  },
});

function presentFoundPackage({ id, name, type }: PackageRow, owner: OwnerRow): SearchResultItem {
  return { type: 'package', package: { id, name, owner: owner.name, type } };
}

function presentFoundPixel(row: FoundPixel, owner: OwnerRow): SearchResultItem {
  let { id, name } = row;
  return {
    type: 'tracking-pixel',
    'tracking-pixel': { id, owner: owner.name, name, package: presentLabel(row, owner) },
  };
}
