/** Finds the package a page is about and what belongs to it. */
import { json } from '@remix-run/node';
import { messageOf, statusOf } from 'contract/errors';
import {
  type Domain,
  getPackageByName,
  getPackageDomains,
  getPackageRoutes,
  type Package,
  type PackageRoute,
  PackageType,
} from 'contract/packages';
import type { Call } from '../../gateway-client.server';

type Params = Record<string, string | undefined>;

/**
 * The package that `:packageType` and `:packageName` of the path name. Throws 404 for a type there
 * is not, and what the gateway refuses.
 */
export async function findPackage(call: Call, owner: string, params: Params): Promise<Package> {
  let type = PackageType.safeParse(params.packageType);
  let name = params.packageName;
  if (!type.success || !name) throw notFound('package-not-found');
  return call(getPackageByName, { params: { owner, package_type: type.data, package_name: name } });
}

/** Domains and routes of a package; only file packages have routes. */
export async function readHosting(
  call: Call,
  owner: string,
  item: Pick<Package, 'id' | 'type'>,
): Promise<{ domains: Domain[]; routes: PackageRoute[] }> {
  let params = { owner, package_id: item.id };
  let [domains, routes] = await Promise.all([
    call(getPackageDomains, { params }),
    item.type === 'file' ? call(getPackageRoutes, { params }) : [],
  ]);
  return { domains, routes };
}

function notFound(code: 'package-not-found'): Response {
  return json({ code, message: messageOf(code) }, { status: statusOf(code) });
}
