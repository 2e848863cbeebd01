/** Install methods of types that have several. */
import type { Domain } from 'contract/packages/domains';
import type { PackageType } from 'contract/packages/package-types/list';
import type { Package } from 'contract/packages/packages';
import { defaultHost, downloadAddress, publicHost } from '../../gateway/gateway-addresses';
import { gatewayOrigin } from '../../gateway/gateway-origin.server';
import { registryTextsOf } from './types/texts.server';
import { anyName, anyScopedName, type InstallMethod, type InstallMethodTemplates } from './types/install-methods';

/** Empty for types with a single command. */
export function installMethodsOf(item: Package, domains: readonly Domain[]): InstallMethod[] {
  let origin = downloadAddress(gatewayOrigin, publicHost(gatewayOrigin, item, domains), '');
  return registryTextsOf(item.type)?.installMethods(item.name, origin) ?? [];
}

/** For a new package, whose name is not known yet. */
export function installMethodTemplates(owner: string, type: PackageType): InstallMethodTemplates {
  let origin = downloadAddress(gatewayOrigin, defaultHost(gatewayOrigin, owner, type), '');
  let texts = registryTextsOf(type);
  let of = (name: string) => texts?.installMethods(name, origin) ?? [];
  return { plain: of(anyName), scoped: of(texts?.anyName ?? anyScopedName) };
}
