/** The card about days with unusually many downloads. */
import { Link } from '@remix-run/react';
import { TableCsvLink } from '../../charts/list-table';
import { paths } from '../../links/paths';
import { Card } from '../../ui/card';
import { Info } from '../../ui/info';
import type { SpikeReport } from './spikes.server';

export function SpikesCard({ spikes: { usual, lines, file } }: { spikes: SpikeReport }) {
  if (lines.length === 0) return null;
  return (
    <Card
      title={
        <span className="relative block pr-8">
          Spikes{' '}
          <Info label="What a spike is">
            Days with more than three times the usual {usual} (the median of the range), and at least 100 more.{' '}
            <Link to={`${paths.docs('analytics')}#spikes`} className="text-accent underline">
              About spikes
            </Link>
          </Info>
        </span>
      }
      anchor="spikes"
    >
      <ul className="flex flex-col gap-2 text-sm">
        {lines.map(({ day, sentence, without, cause }) => (
          <li key={day} className="flex flex-wrap gap-x-2">
            <span className="font-medium">{day}</span>
            <span className="min-w-0 wrap-anywhere">{sentence}</span>
            {without && (
              <Link to={without} className="text-accent underline">
                Exclude this {cause}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <TableCsvLink table={{ file }} title="Spikes" />
    </Card>
  );
}
