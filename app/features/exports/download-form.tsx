import type { ReactNode } from 'react';
import { timeZone } from '../../locale/reader-format';
import { QuerySelect } from '../../forms/query-select';
import { paths } from '../../links/paths';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import type { DownloadChoice } from './downloads.server';
import type { ExportChoices, NamedOption } from './scheduled-exports.server';

interface DownloadFormProps {
  home: string;
  kinds: readonly NamedOption[];
  choice: DownloadChoice;
  choices: ExportChoices;
  range: ReactNode;
}

/** A plain form, so that the browser downloads the response. */
export function DownloadForm({ home, kinds, choice, choices, range }: DownloadFormProps) {
  return (
    <Card title="Download now" description={`Up to 366 days in ${timeZone()}. Times in the file are UTC.`}>
      <form
        method="get"
        action={paths.exportFile(home)}
        aria-label="Download now"
        className="relative flex flex-wrap items-end gap-3"
      >
        <QuerySelect label="What" name="kind" value={choice.kind}>
          <Options options={kinds} />
        </QuerySelect>
        <QuerySelect label="Packages" name="package" value={choice.package}>
          <option value="all">All packages</option>
          <option value="none">No packages</option>
          <Options options={choices.packages} />
        </QuerySelect>
        <QuerySelect label="Pixels" name="pixel" value={choice.pixel}>
          <option value="all">All pixels</option>
          <option value="none">No pixels</option>
          <Options options={choices.pixels} />
        </QuerySelect>
        {choices.filters.length > 0 && (
          <QuerySelect label="Filter" name="filter_id" value={choice.filterId}>
            <option value="">None</option>
            <Options options={choices.filters} />
          </QuerySelect>
        )}
        <QuerySelect label="Bots and mirrors" name="noise" value={choice.withoutNoise ? 'hide' : ''}>
          <option value="">Include</option>
          <option value="hide">Exclude</option>
        </QuerySelect>
        {range}
        <Button type="submit">
          <Icon name="download" />
          Download
        </Button>
      </form>
    </Card>
  );
}

function Options({ options }: { options: readonly NamedOption[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
