/** The head of a pixel's pages: its name, what can be done with it, and its tabs. */
import type { ReactNode } from 'react';
import { paths } from '../../links/paths';
import type { SharedReportQuery } from '../../links/query-parameters';
import { PackageIcon } from '../../ui/package-icon';
import { PageTitle } from '../../ui/page-title';
import { Tabs } from '../../ui/tabs';

interface PixelHeadProps {
  owner: string;
  id: string;
  name: string;
  description?: ReactNode;
  /** Range and filter, which all tabs keep. */
  kept: SharedReportQuery;
  actions?: ReactNode;
  /** False for readers, who have no settings. */
  mayChange: boolean;
}

export function PixelHead({ owner, id, name, description, kept, actions, mayChange }: PixelHeadProps) {
  return (
    <>
      <PageTitle
        title={
          <span className="flex items-center gap-2">
            <PackageIcon type="pixel" />
            <span translate="no" className="min-w-0 wrap-anywhere">
              {name}
            </span>
          </span>
        }
        description={description}
        actions={actions}
      />
      <Tabs
        label="Pixel"
        tabs={[
          { label: 'Overview', to: paths.dashboard(owner, { ...kept, pixel: id }) },
          { label: 'Set-up', to: paths.pixelCreated(owner, id, kept) },
          ...(mayChange ? [{ label: 'Settings', to: paths.pixelEdit(owner, id, kept) }] : []),
        ]}
      />
    </>
  );
}
