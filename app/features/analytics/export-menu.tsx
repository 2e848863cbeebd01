/** The export button of a report's tools. */
import { Link } from '@remix-run/react';
import { itemClass } from '../../ui/menu-items';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/popover';

interface ExportMenuProps {
  links: { events: string; overTime: string; scripts: string };
}

export function ExportMenu({ links }: ExportMenuProps) {
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
        <li>
          <a href={links.events} download className={itemClass}>
            Export event data
          </a>
        </li>
        <li>
          <a href={links.overTime} download className={itemClass}>
            Download chart as CSV
          </a>
        </li>
        <li>
          <Link to={links.scripts} className={itemClass}>
            Download with curl
          </Link>
        </li>
      </ul>
    </Popover>
  );
}
