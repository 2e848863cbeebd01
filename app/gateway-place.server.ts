/** Where this installation's gateway answers, for loaders to hand to pages that show commands. */
import { env } from './env.server';
import type { GatewayPlace } from './gateway-addresses';

export const gatewayPlace: GatewayPlace = { domain: env.GATEWAY_DOMAIN.toLowerCase(), port: env.GATEWAY_PORT };
