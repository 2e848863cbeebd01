import { uuidv7 } from 'uuidv7';
import { ApiError } from '../floor/calls/api-error';
import type { ActorContext } from '../floor/audit';
import { changeOwner } from '../floor/db/owner-transaction';
import { refuseConflicts } from './conflicts';
import { dropUnusedDomains, useDomain } from './hosts/custom-domains';
import { recordDownloadChange, shownPackage } from '../floor/download-changes';
import type { OwnAddresses } from './hosts/hosts';
import type { CustomDomainRow, DomainRow, PackageRow, PixelRow } from '../floor/db/hosting-schema';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';

export const domainsPerArtifactMax = 20;

export type DomainTarget = { package: PackageRow; pixel?: never } | { pixel: PixelRow; package?: never };

export type ArtifactDomain = DomainRow & { verified_by: CustomDomainRow['verified_by'] };

/** Domains of packages or pixels by their ids, oldest first. */
export async function domainsOf(
  records: Records,
  column: 'package_id' | 'pixel_id',
  ids: readonly string[],
): Promise<ArtifactDomain[]> {
  if (ids.length === 0) return [];
  return domains(records).where(column, 'in', ids).orderBy('domains.id').execute();
}

/** Refuses with domain-not-found. */
export async function domainById(
  records: Records,
  column: 'package_id' | 'pixel_id',
  artifactId: string,
  id: string,
): Promise<ArtifactDomain> {
  let row = await domains(records).where('domains.id', '=', id).where(column, '=', artifactId).executeTakeFirst();
  if (!row) throw new ApiError('domain-not-found');
  return row;
}

function domains(records: Records) {
  return records
    .selectFrom('domains')
    .leftJoin('custom_domains', (join) =>
      join.onRef('custom_domains.owner_id', '=', 'domains.owner_id').onRef('custom_domains.name', '=', 'domains.name'),
    )
    .selectAll('domains')
    .select('custom_domains.verified_by');
}

/**
 * Adds a custom domain. `find` reads the package or pixel inside the transaction and refuses when
 * there is none. Refuses with domain-is-already-in-use, domain-is-invalid-scarf-domain,
 * too-many-domains, package-is-conflicting.
 */
export async function createDomain(
  { records, ...own }: { records: Records } & OwnAddresses,
  owner: OwnerRow,
  { find, name }: { find: (records: Records) => Promise<DomainTarget>; name: string },
  act: ActorContext,
): Promise<ArtifactDomain> {
  return changeOwner(records, owner.id, async (change) => {
    let artifact = await find(change);
    let id = (artifact.package ?? artifact.pixel).id;
    let column = artifact.package ? ('package_id' as const) : ('pixel_id' as const);
    let others = await domainsOf(change, column, [id]);
    if (others.length >= domainsPerArtifactMax) throw new ApiError('too-many-domains');
    if (others.some((other) => other.name === name)) throw new ApiError('domain-is-already-in-use', 'name');
    let added = await addDomainRow(change, artifact, { name, own }, act.time);
    if (artifact.package) await refuseConflicts(change, id, 'name');
    await recordDownloadChange(change, act, owner, {
      action: 'domain-added',
      subject: shownArtifact(artifact),
      to: name,
    });
    return domainById(change, column, id, added.id);
  });
}

/**
 * Adds the row inside a change that is under way; a null name is the default host. For a new
 * package the codes and the field are those of its form.
 */
export async function addDomainRow(
  change: Records,
  artifact: DomainTarget,
  { name, own }: { name: string | null; own: OwnAddresses },
  now: number,
): Promise<DomainRow> {
  let { id, owner_id, created_at } = artifact.package ?? artifact.pixel;
  if (name !== null && !(await useDomain(change, owner_id, { name, own }, now)))
    throw created_at === now
      ? new ApiError('public-domain-is-invalid-scarf-domain', 'domain')
      : new ApiError('domain-is-invalid-scarf-domain', 'name');
  let row: DomainRow = {
    id: uuidv7(),
    owner_id,
    package_id: artifact.package ? id : null,
    pixel_id: artifact.pixel ? id : null,
    name,
    created_at: now,
  };
  await change.insertInto('domains').values(row).execute();
  return row;
}

/**
 * Removes a domain of a package; the last one stays. Refuses with domain-not-found and
 * package-must-have-one-domain.
 */
export async function deletePackageDomain(
  records: Records,
  owner: OwnerRow,
  { of, id }: { of: PackageRow; id: string },
  act: ActorContext,
): Promise<void> {
  await changeOwner(records, owner.id, async (change) => {
    let all = await domainsOf(change, 'package_id', [of.id]);
    let domain = all.find((one) => one.id === id);
    if (!domain) throw new ApiError('domain-not-found');
    if (all.length === 1) throw new ApiError('package-must-have-one-domain');
    await deleteRow(change, act, owner, { row: domain, of: { package: of } });
  });
}

/**
 * Removes a custom domain of a pixel; the common host stays. Refuses with domain-not-found and
 * default-domain-stays.
 */
export async function deletePixelDomain(
  records: Records,
  owner: OwnerRow,
  { of, id }: { of: PixelRow; id: string },
  act: ActorContext,
): Promise<void> {
  await changeOwner(records, owner.id, async (change) => {
    let domain = await domainById(change, 'pixel_id', of.id, id);
    if (domain.name === null) throw new ApiError('default-domain-stays');
    await deleteRow(change, act, owner, { row: domain, of: { pixel: of } });
  });
}

async function deleteRow(
  change: Records,
  act: ActorContext,
  owner: OwnerRow,
  { row: { id, name }, of }: { row: DomainRow; of: DomainTarget },
) {
  await change.deleteFrom('domains').where('id', '=', id).execute();
  await dropUnusedDomains(change, owner.id);
  await recordDownloadChange(change, act, owner, {
    action: 'domain-removed',
    subject: shownArtifact(of),
    from: name ?? 'the default host',
  });
}

function shownArtifact(of: DomainTarget): string {
  return of.package ? shownPackage(of.package) : `${of.pixel.name} (pixel)`;
}
