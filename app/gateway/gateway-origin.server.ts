/** The address of this installation's gateway, for pages that show commands. */
import { env } from '../config/env.server';
import { apiAddress, type GatewayOrigin, sharedHost } from './gateway-addresses';

export const gatewayOrigin: GatewayOrigin = { domain: env.GATEWAY_DOMAIN, port: env.GATEWAY_PORT };

/** Address of the management API that this dashboard uses, as scripts reach it. */
export const apiOrigin: string = env.GATEWAY_URL ?? apiAddress(gatewayOrigin);

/** Default host of an owner that several types share; also for domains of pixels. */
export function ownHost(owner: string): string {
  return sharedHost(gatewayOrigin, owner);
}
