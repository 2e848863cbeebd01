/** Where registries of images are called. */
import { isLoopbackName } from './private-targets';

/** Whether a registry is called without TLS. */
export type InsecureRegistry = (registry: string) => boolean;

/** Registries of this machine, and those that are listed. */
export function insecureRegistries(listed: readonly string[]): InsecureRegistry {
  let plain = new Set(listed);
  return (registry) => isLoopbackName(registry.replace(/:\d+$/, '')) || plain.has(registry);
}

/** Names of Docker Hub, and the host that serves its API. */
const registryAliases: Record<string, string> = {
  'docker.io': 'registry-1.docker.io',
  'index.docker.io': 'registry-1.docker.io',
  'registry.hub.docker.com': 'registry-1.docker.io',
};

/** Scheme and host at which a registry is called. */
export function registryOrigin(registry: string, insecure: InsecureRegistry): string {
  let host = registryAliases[registry] ?? registry;
  return `${insecure(host) ? 'http' : 'https'}://${host}`;
}

/** The URL that answers while a target of packages works: of a registry of images, its API. */
export function probeUrl({ type, target }: { type: string; target: string }, insecure: InsecureRegistry): string {
  return type === 'docker' ? `${registryOrigin(target, insecure)}/v2/` : target;
}
