/** The head of the pages of one package or pixel: its name, what can be done with it, and its tabs. */
import type { ReactNode } from 'react';
import type { PackageTypeName } from 'contract/packages/packages';
import { paths } from '../links/paths';
import type { SharedReportQuery } from '../links/query-parameters';
import { PackageIcon } from '../ui/package-icon';
import { PageTitle } from '../ui/page-title';
import { type TabLink, Tabs } from '../ui/tabs';

interface SharedProps {
  /** Range and filter, which all tabs keep. */
  kept: SharedReportQuery;
  actions?: ReactNode;
}

interface PackageHeadProps extends SharedProps {
  item: { owner: string; type: PackageTypeName; name: string; short_description?: string | null };
  /** On a page that shows the overview at another address. */
  isOverview?: boolean;
}

export function PackageHead({ item, kept, actions, isOverview = false }: PackageHeadProps) {
  let { owner, type, name, short_description: description } = item;
  return (
    <ArtifactHead
      {...{ type, name, description, actions }}
      label="Package"
      tabs={[
        { label: 'Overview', to: paths.package(owner, type, name, kept), ...(isOverview && { current: true }) },
        { label: 'Versions', to: paths.packageVersions(owner, type, name, kept) },
        { label: 'Companies', to: paths.packageCompanies(owner, type, name, kept) },
        { label: 'Set-up', to: paths.packageSetup(owner, type, name, kept) },
        { label: 'Settings', to: paths.packageSettings(owner, type, name, kept) },
      ]}
    />
  );
}

interface PixelHeadProps extends SharedProps {
  pixel: { owner: string; id: string; name: string };
  description?: ReactNode;
  /** Readers have no settings. */
  mayChange: boolean;
}

export function PixelHead({ pixel: { owner, id, name }, description, kept, actions, mayChange }: PixelHeadProps) {
  return (
    <ArtifactHead
      {...{ name, description, actions }}
      type="pixel"
      label="Pixel"
      tabs={[
        { label: 'Overview', to: paths.dashboard(owner, { ...kept, pixel: id }) },
        { label: 'Set-up', to: paths.pixelCreated(owner, id, kept) },
        ...(mayChange ? [{ label: 'Settings', to: paths.pixelEdit(owner, id, kept) }] : []),
      ]}
    />
  );
}

interface ArtifactHeadProps {
  type: PackageTypeName | 'pixel';
  name: string;
  description?: ReactNode;
  actions?: ReactNode;
  label: string;
  tabs: readonly TabLink[];
}

function ArtifactHead({ type, name, description, actions, label, tabs }: ArtifactHeadProps) {
  return (
    <>
      <PageTitle
        title={
          <span className="flex items-center gap-2">
            <PackageIcon type={type} />
            <span translate="no" className="min-w-0 wrap-anywhere">
              {name}
            </span>
          </span>
        }
        description={description}
        actions={actions}
      />
      <Tabs label={label} tabs={tabs} />
    </>
  );
}
