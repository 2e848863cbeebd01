/**
 * Downloads by version: the five highest as lines, all of the highest as bars, folded to full,
 * minor or major numbers.
 */
import { BarList } from '../../charts/bar-list';
import { LineChart } from '../../charts/line-chart';
import { Card } from '../../ui/card';
import { type Tab, Tabs } from '../../ui/tabs';
import type { VersionsData } from './versions.server';

interface VersionsCardProps {
  versions: VersionsData;
  levels: readonly Tab[];
  bucketName: string;
}

export function VersionsCard({ versions, levels, bucketName }: VersionsCardProps) {
  return (
    <Card title="Versions">
      <Tabs label="Versions by" tabs={levels} />
      {versions.bars.length === 0 ? (
        <p className="mt-3 text-sm text-muted">Nothing in this range.</p>
      ) : (
        <div className="mt-4 grid items-start gap-6 lg:grid-cols-2">
          {versions.chart && (
            <LineChart chart={versions.chart} title="Downloads of the top versions over time" bucketName={bucketName} />
          )}
          <BarList bars={versions.bars} title="Downloads by version" nameLabel="Version" valueLabel="Downloads" />
        </div>
      )}
    </Card>
  );
}
