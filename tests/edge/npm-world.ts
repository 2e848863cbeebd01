/** An edge with npm packages of `ada` and a registry on 127.0.0.1. */
import { startNpmRegistry, type NpmRegistry } from 'tests/support/npm-registry';
import { type EdgeWorld, startEdge } from './edge-world';
import { addRegistryPackage } from './registry-package';

export const npmHost = 'ada.npm.localhost';

/** Ids of ada's packages. */
export const npmIds = {
  engine: '00000000-0000-4000-8000-000000000011',
  tool: '00000000-0000-4000-8000-000000000012',
  absent: '00000000-0000-4000-8000-000000000013',
};

export interface NpmWorld extends EdgeWorld {
  registry: NpmRegistry;
  /** Moves the clock of the edge forward. */
  later(milliseconds: number): void;
  /** Versions of the counted downloads of a package. */
  versions(id: string): Promise<string[]>;
}

/** `@ada/engine` depends on `left`, which has no owner. `ada-tool` has no scope. */
export async function startNpmWorld(): Promise<NpmWorld> {
  let registry = await startNpmRegistry();
  await registry.publish({ name: 'left', version: '1.0.0' });
  await registry.publish({ name: '@grace/kit', version: '3.0.0' });
  await registry.publish({ name: '@ada/engine', version: '1.0.0', dependencies: { left: '^1.0.0' } });
  await registry.publish({ name: '@ada/engine', version: '1.1.0', dependencies: { left: '^1.0.0' } });
  await registry.publish({ name: 'ada-tool', version: '2.0.0-rc.1' });
  let ahead = 0;
  let world = await startEdge({
    privateTargets: [new URL(registry.url).host],
    clock: () => Date.now() + ahead,
  });
  let names = [
    [npmIds.engine, '@ada/engine'],
    [npmIds.tool, 'ada-tool'],
    [npmIds.absent, '@ada/absent'],
  ] as const;
  for (let [id, name] of names) await addRegistryPackage(world, 'npm', id, name, registry.url);
  return {
    ...world,
    registry,
    later: (milliseconds) => void (ahead += milliseconds),
    versions: async (id) => (await world.events(id)).map(({ version }) => version).sort(),
    async close() {
      await world.close();
      await registry.close();
    },
  };
}
