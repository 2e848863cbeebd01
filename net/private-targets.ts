/**
 * Keeps outgoing calls away from private networks: owners name registries, storages and webhooks.
 */
import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { isPrivateAddress } from './private-address';

export class PrivateTargetError extends Error {
  constructor(host: string) {
    super(`${host} is on a private network and not among the private targets`);
  }
}

/** A person waits for it. */
const lookupMs = 3_000;

/** Each `host` or `host:port` that may be on a private network; `*` allows all. */
export type PrivateTargets = readonly string[];

/** Whether a host name is this machine, where no certificate can be expected. */
export function isLoopbackName(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$/.test(host) ||
    host === '::1' ||
    host === '[::1]'
  );
}

/** `host` may have a port. */
export function mayBePrivate(host: string, allowed: PrivateTargets): boolean {
  return allowed.some((entry) => entry === '*' || entry === host || entry === host.replace(/:\d+$/, ''));
}

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/**
 * A `lookup` for sockets that refuses names with private addresses. It checks at the connection, so
 * the name cannot change in between.
 */
export function publicLookup(host: string, options: LookupOptions, done: Callback): void {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    let first = addresses?.[0];
    if (error || !first) return done(error ?? new Error(`${host} has no address`), '');
    if (addresses.some(({ address }) => isPrivateAddress(address))) return done(new PrivateTargetError(host), '');
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
}

/**
 * Socket options that allow permitted addresses only; throws PrivateTargetError if the address
 * itself is not permitted.
 */
export function socketRules(url: URL, allowed: PrivateTargets): { lookup?: typeof publicLookup } {
  if (mayBePrivate(url.host, allowed)) return {};
  let bare = url.hostname.replace(/^\[|\]$/g, '');
  if (isLoopbackName(bare) || (isIP(bare) && isPrivateAddress(bare))) throw new PrivateTargetError(url.host);
  return { lookup: publicLookup };
}

/** Whether a URL may not be called. False for names that do not resolve: each call checks again. */
export async function isPrivateTarget(
  url: URL,
  allowed: PrivateTargets,
  look: typeof publicLookup = publicLookup,
): Promise<boolean> {
  try {
    let { lookup } = socketRules(url, allowed);
    if (!lookup || isIP(url.hostname.replace(/^\[|\]$/g, ''))) return false;
  } catch {
    return true;
  }
  return new Promise((settle) => {
    let timer = setTimeout(() => settle(false), lookupMs);
    look(url.hostname, { all: true }, (error) => {
      clearTimeout(timer);
      settle(error instanceof PrivateTargetError);
    });
  });
}
