/** Whether a host of the gateway can be reached through the public DNS and the proxy. */
import { isLocalDomain } from 'contract/packages/package-types/hosts';
import { errorCode } from 'contract/floor/error-code';
import type { Env } from '../config/env.server';

export type HostSettings = Pick<Env, 'PUBLIC_URL' | 'GATEWAY_DOMAIN'>;

const timeoutMs = 2_500;

/** With TLS unless the dashboard runs without it. */
export function isWithoutTls({ PUBLIC_URL }: HostSettings): boolean {
  return PUBLIC_URL?.startsWith('http:') ?? false;
}

/** Empty if the gateway answers at the host, and for domains of this machine. */
export async function hostProblem(
  host: string,
  settings: HostSettings,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<string> {
  if (isLocalDomain(settings.GATEWAY_DOMAIN)) return '';
  let url = `${isWithoutTls(settings) ? 'http' : 'https'}://${host}/healthz`;
  try {
    let answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    let isGateway = answer.status === 200 && (await answer.text()).trim() === 'ok';
    return isGateway ? '' : `not the gateway: status ${answer.status}`;
  } catch (error) {
    let cause = error instanceof Error ? (error.cause ?? error) : error;
    let code = errorCode(cause);
    let isLate = error instanceof Error && error.name === 'TimeoutError';
    return code === 'ENOTFOUND' ? 'no DNS record' : isLate ? 'no answer' : (code ?? 'no connection');
  }
}
