/** Where this installation's gateway answers, for loaders to hand to pages that show commands. */
import { env } from './env.server';
import { apiAddress, type GatewayPlace } from './gateway-addresses';

export const gatewayPlace: GatewayPlace = { domain: env.GATEWAY_DOMAIN, port: env.GATEWAY_PORT };

/** Address of the management API this dashboard asks, as scripts reach it. */
export const apiOrigin: string = (env.GATEWAY_URL ?? apiAddress(gatewayPlace)).replace(/\/+$/, '');
