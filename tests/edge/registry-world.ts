/** An edge with packages of `ada` and a file registry on 127.0.0.1. */
import type { Event } from 'contract/event-fields';
import type { PackageType } from 'contract/packages/package-types/list';
import { startFileServer, type FileServer } from 'tests/support/file-server';
import { type Answer, type EdgeWorld, startEdge } from './edge-world';
import { addRegistryPackage } from './registry-package';

export interface RegistryWorld extends EdgeWorld {
  registry: FileServer;
  /** The host of the packages, and its address as clients use it. */
  host: string;
  origin: string;
  /** The id of a package. */
  idOf(name: string): string;
  /** Requests a path from that host. */
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  /** Moves the clock of the edge forward. */
  later(milliseconds: number): void;
  /** Versions of the counted downloads of a package, by its name. */
  versions(name: string): Promise<string[]>;
  /** The events of a package, newest last. */
  downloads(name: string): Promise<Event[]>;
}

/** An edge with an empty registry, optionally in the folder `all/`. */
export async function startRegistryWorld(
  type: PackageType,
  names: readonly string[],
  folder = '',
): Promise<RegistryWorld> {
  let registry = await startFileServer();
  let ahead = 0;
  let privateTargets = [new URL(registry.url).host];
  let world = await startEdge({ privateTargets, clock: () => Date.now() + ahead });
  let idOf = (name: string) => `00000000-0000-4000-8000-0000000003${String(names.indexOf(name)).padStart(2, '0')}`;
  for (let name of names) await addRegistryPackage(world, type, idOf(name), name, registry.url + folder);
  let host = `ada.${type}.localhost`;
  let origin = `http://${host}:${world.port}`;
  return {
    ...world,
    registry,
    host,
    origin,
    idOf,
    ask: (path, headers = {}, method = 'GET') => world.get(`${host}:${world.port}`, path, { method, headers }),
    later: (milliseconds) => void (ahead += milliseconds),
    versions: async (name) => (await world.events(idOf(name))).map(({ version }) => version).sort(),
    downloads: (name) => world.events(idOf(name)),
    async close() {
      await world.close();
      await registry.close();
    },
  };
}
