/** How packages, routes, pixels and their domains look in answers. */
import { packageHost, pixelHostOf } from 'contract/packages/package-types/hosts';
import type { Domain } from 'contract/packages/domains';
import type { Package } from 'contract/packages/packages';
import type { PackageRoute } from 'contract/packages/package-routes';
import type { TrackingPixel } from 'contract/packages/pixels';
import { time } from 'contract/floor/time';
import type { OwnerRow } from '../floor/db/account-schema';
import type { PackageRow, PixelRow, RouteRow } from '../floor/db/hosting-schema';
import type { ArtifactDomain as DomainRow } from './domains';
import { isServedDomain, type OwnAddresses } from './hosts/hosts';
import type { LabelledPixel } from './pixels';

/** A package; fields its type does not have are left out. */
export function presentPackage(row: PackageRow, owner: OwnerRow): Package {
  let self = packagePath(owner, row.id);
  return {
    id: row.id,
    name: row.name,
    owner: owner.name,
    type: row.type,
    short_description: row.short_description,
    long_description: row.long_description,
    website: row.website,
    importance: row.importance,
    track_companies: row.track_companies === 1,
    ...(row.repository_name !== null && { repository_name: row.repository_name }),
    ...(row.backend_registry !== null && { backend_registry: row.backend_registry }),
    ...(row.repository_url !== null && { repository_url: row.repository_url }),
    ...(row.catch_all_target !== null && { catch_all_redirect_target_domain: row.catch_all_target }),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
    _links: { self, domains: `${self}/domains` },
  };
}

/** A route of a file package. */
export function presentRoute(row: RouteRow, owner: OwnerRow): PackageRoute {
  return {
    id: row.id,
    type: row.type,
    incoming_path: row.incoming_path,
    outgoing_url: row.outgoing_url,
    requires_token: row.token_hash !== null,
    owner: owner.name,
    package_id: row.package_id,
    created_at: time(row.created_at),
    _links: { self: `${packagePath(owner, row.package_id)}/routes/${row.id}` },
  };
}

/** A domain of a package; without a name it is the default host. */
export function presentPackageDomain(row: DomainRow, of: PackageRow, owner: OwnerRow, own: OwnAddresses): Domain {
  return {
    ...domainFields(row, owner, own),
    name: row.name ?? packageHost(of.type, owner.name_key, own.domain),
    package_id: of.id,
    _links: { self: `${packagePath(owner, of.id)}/domains/${row.id}` },
  };
}

/** A domain of a pixel; without a name it is the host common to all pixels. */
export function presentPixelDomain(
  row: DomainRow,
  of: Pick<PixelRow, 'id'>,
  owner: OwnerRow,
  own: OwnAddresses,
): Domain {
  return {
    ...domainFields(row, owner, own),
    name: row.name ?? pixelHostOf(own.domain),
    package_id: null,
    tracking_pixel_id: of.id,
    _links: { self: `/v2/tracking-pixels/${owner.name}/${of.id}/domains/${row.id}` },
  };
}

function domainFields({ id, name, verified_by, created_at }: DomainRow, owner: OwnerRow, own: OwnAddresses) {
  let is_verified = isServedDomain(name, verified_by, own);
  return { id, owner: owner.name, is_default: name === null, is_verified, created_at: time(created_at) };
}

/** A tracking pixel with the package it belongs to. */
export function presentPixel(row: LabelledPixel, owner: OwnerRow): TrackingPixel {
  return {
    id: row.id,
    owner: owner.name,
    name: row.name,
    package: presentLabel(row, owner),
    importance: row.importance,
    track_companies: row.track_companies === 1,
    keep_referrer_query: row.keep_referrer_query === 1,
    short_description: row.short_description,
    long_description: row.long_description,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}

/** The package a pixel belongs to, in short. */
export function presentLabel(
  row: Pick<LabelledPixel, 'package_id' | 'package_name' | 'package_type'>,
  owner: OwnerRow,
): TrackingPixel['package'] {
  let { package_id: id, package_name: name, package_type: type } = row;
  return id === null || name === null || type === null ? null : { id, name, owner: owner.name, type };
}

function packagePath(owner: OwnerRow, id: string): string {
  return `/v2/packages/${owner.name}/${id}`;
}
