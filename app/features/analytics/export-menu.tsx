/** The export button of a report's tools. */
import { Link } from '@remix-run/react';
import { exportDaysMax } from 'contract/floor/limits';
import { itemClass } from '../../ui/menu-items';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/popover';

interface ExportMenuProps {
  links: { events: string; parquet: string | null; overTime: string; scripts: string };
  /** The range is longer than a file of events may be. */
  isLong: boolean;
}

export function ExportMenu({ links, isLong }: ExportMenuProps) {
  return (
    <Popover
      align="right"
      trigger={
        <>
          <Icon name="download" />
          Export
        </>
      }
    >
      <ul className="-m-2">
        {!isLong && (
          <li>
            <a href={links.events} download className={itemClass}>
              Export event data
            </a>
          </li>
        )}
        {!isLong && links.parquet && (
          <li>
            <a href={links.parquet} download className={itemClass}>
              Export as Parquet
            </a>
          </li>
        )}
        <li>
          <a href={links.overTime} download className={itemClass}>
            Download chart as CSV
          </a>
        </li>
        {!isLong && (
          <li>
            <Link to={links.scripts} className={itemClass}>
              Download with curl
            </Link>
          </li>
        )}
      </ul>
      {isLong && <p className="text-muted">Choose at most {exportDaysMax} days to export events.</p>}
    </Popover>
  );
}
