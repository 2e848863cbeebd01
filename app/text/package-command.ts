/** The command that the users of a package copy, and one that records a test download. */
import { registryCommands, registryTests } from './registry-commands';
import { typeNamed } from 'contract/packages/package-types/list';
import type { DescribedRoute, PackageCommand } from 'contract/packages/package-types/type';
import { hasKey } from 'contract/floor/keys-of';
import {
  type PackageAddress,
  type GatewayOrigin,
  type DomainHost,
  hostAt,
  publicHost,
  tryPackage,
} from '../gateway/gateway-addresses';

/** Null while there is nothing to copy: a file package without routes. */
export function packageCommand(
  place: GatewayOrigin,
  item: PackageAddress,
  domains: readonly DomainHost[],
  routes: readonly DescribedRoute[] = [],
): PackageCommand | null {
  let at = hostAt(place, publicHost(place, item, domains));
  if (hasKey(registryCommands, item.type)) return registryCommands[item.type](item.name, at);
  return typeNamed(item.type).command?.(item, at, routes) ?? null;
}

/**
 * A command that records one download, with the registry's client or with curl. Null where nothing
 * can be tried.
 */
export function testCommand(
  place: GatewayOrigin,
  item: PackageAddress,
  domains: readonly DomainHost[],
  routes: readonly DescribedRoute[] = [],
): string | null {
  if (!hasKey(registryTests, item.type)) return tryPackage(place, item, domains, routes);
  return registryTests[item.type](item.name, hostAt(place, publicHost(place, item, domains)));
}
