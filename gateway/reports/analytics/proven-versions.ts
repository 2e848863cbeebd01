/** Which versions of packages are proven, by all their downloads. */
import { isProven, needsProof } from 'contract/packages/proven-versions';
import type { EventReader } from '../../events/shape/store';
import { presentAggregate } from './aggregate-query';
import { allTime } from './time-range';

/** By id of the package and version. */
export async function provenVersions(
  events: Pick<EventReader, 'aggregate'>,
  packages: readonly { id: string; type: string }[],
  now: number,
): Promise<(packageId: string, version: string) => boolean> {
  let types = new Map(packages.map(({ id, type }) => [id, type]));
  let asked = packages.filter(({ type }) => needsProof(type)).map(({ id }) => id);
  let rows =
    asked.length === 0
      ? []
      : await events.aggregate({
          artifactType: 'package',
          artifactIds: asked,
          ...allTime(now),
          rollup: 'total',
          breakdowns: ['by-version'],
          groupByArtifact: true,
          includeLowConfidence: true,
          uniques: 'all',
        });
  let proven = new Set(
    rows
      .filter((row) => isProven(types.get(row.artifactId ?? ''), presentAggregate(row, 'package', new Map())))
      .map(({ artifactId, values }) => `${artifactId} ${values.version}`),
  );
  return (id, version) => !needsProof(types.get(id)) || proven.has(`${id} ${version}`);
}
