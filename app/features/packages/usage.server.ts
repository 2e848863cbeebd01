/** The ways to use a package, for types that have several. */
import type { Domain } from 'contract/domains';
import type { ServedType } from 'contract/package-types/list';
import type { Package } from 'contract/packages';
import { defaultHost, downloadAddress, publicHost } from '../../gateway-addresses';
import { gatewayPlace } from '../../gateway-place.server';
import { cargoWays } from './types/cargo-ways';
import { hackageWays } from './types/hackage-ways';
import { npmWays } from './types/npm-ways';
import { pythonWays } from './types/python-ways';
import { anyName, anyScopedName, type Way, type WaysToFill } from './types/ways';

const waysByType: { [type: string]: ((name: string, origin: string) => Way[]) | undefined } = {
  npm: npmWays,
  python: pythonWays,
  hackage: hackageWays,
  cargo: cargoWays,
};

/** None for a type with a single command. */
export function waysOf(item: Package, domains: readonly Domain[]): Way[] {
  let origin = downloadAddress(gatewayPlace, publicHost(gatewayPlace, item, domains), '');
  return waysByType[item.type]?.(item.name, origin) ?? [];
}

/** The ways to use a new package of a type, whose name is not known yet. */
export function waysToFill(owner: string, type: ServedType): WaysToFill {
  let origin = downloadAddress(gatewayPlace, defaultHost(gatewayPlace, owner, type), '');
  let of = (name: string) => waysByType[type]?.(name, origin) ?? [];
  return { plain: of(anyName), scoped: of(anyScopedName) };
}
