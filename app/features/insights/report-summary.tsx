/** Cards and lines over time, the head of every report. */
import { LineChart } from '../../charts/line-chart';
import { Card } from '../../ui/card';
import type { Figures } from './report-summary.server';
import { TotalCards } from './total-cards';

export function ReportHead({ figures }: { figures: Figures }) {
  return (
    <>
      <TotalCards cards={figures.cards} comparedWith={figures.comparedWith} />
      <p className="-mt-2 text-xs text-muted">
        Each source is counted once per range. Changes compare with {figures.comparedWith}.
        {figures.isRunning && ' Today is not over yet.'}
      </p>
      {figures.charts.map(({ title, chart, bucketName }) => (
        <Card key={title} title={title} description={figures.rangeLabel}>
          <LineChart chart={chart} title={title} bucketName={bucketName} />
        </Card>
      ))}
    </>
  );
}
