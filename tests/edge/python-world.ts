/** An edge with Python packages of `ada` and an index on 127.0.0.1. */
import { startPythonRegistry, type PythonRegistry } from 'tests/support/python-registry';
import { type EdgeWorld, startEdge } from './edge-world';
import { addRegistryPackage } from './registry-package';

export const pythonHost = 'ada.python.localhost';

/** Ids of ada's packages. */
export const pythonIds = {
  engine: '00000000-0000-4000-8000-000000000021',
  tool: '00000000-0000-4000-8000-000000000022',
  absent: '00000000-0000-4000-8000-000000000023',
};

export interface PythonWorld extends EdgeWorld {
  registry: PythonRegistry;
  /** Moves the clock of the edge forward. */
  later(milliseconds: number): void;
  /** Versions of the counted downloads of a package. */
  versions(id: string): Promise<string[]>;
}

/** `ada-engine` depends on `left`, which has no owner. `Ada.Tool` has files of many kinds. */
export async function startPythonWorld(): Promise<PythonWorld> {
  let registry = await startPythonRegistry();
  registry.publish({ name: 'left', version: '1.0.0' });
  for (let version of ['1.0.0', '1.1.0'])
    registry.publish({ name: 'ada-engine', version, needs: ['left>=1'], requiresPython: '>=3.8' });
  registry.add('ada-tool', 'Ada.Tool-0.9-beta.2.tar.gz', Buffer.from('nine'), { yanked: 'It does not start' });
  registry.add('ada-tool', 'ada_tool-1.0-py2.7.egg', Buffer.from('egg'));
  registry.add('ada-tool', 'ada_tool-1.0+cu_118-1-py3-none-any.whl', Buffer.from('wheel'), { requiresPython: '>=3.8' });
  let ahead = 0;
  let world = await startEdge({
    privateTargets: [new URL(registry.url).host],
    clock: () => Date.now() + ahead,
  });
  let names = [
    [pythonIds.engine, 'ada-engine'],
    [pythonIds.tool, 'Ada.Tool'],
    [pythonIds.absent, 'ada-absent'],
  ] as const;
  for (let [id, name] of names) await addRegistryPackage(world, 'python', id, name, registry.url);
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
