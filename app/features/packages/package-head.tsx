/** The head of a package's pages: its name, what can be done with it, and its tabs. */
import type { ReactNode } from 'react';
import type { PackageTypeName } from 'contract/packages/packages';
import { paths } from '../../links/paths';
import type { SharedReportQuery } from '../../links/query-parameters';
import { PackageIcon } from '../../ui/package-icon';
import { PageTitle } from '../../ui/page-title';
import { Tabs } from '../../ui/tabs';

interface PackageHeadProps {
  item: { owner: string; type: PackageTypeName; name: string; short_description?: string | null };
  /** Range and filter, which all tabs keep. */
  kept: SharedReportQuery;
  actions?: ReactNode;
  /** Of a page that has the package's tab at another address. */
  tab?: 'Overview';
}

export function PackageHead({ item, kept, actions, tab }: PackageHeadProps) {
  let { owner, type, name, short_description: description } = item;
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
      <Tabs
        label="Package"
        tabs={[
          { label: 'Overview', to: paths.package(owner, type, name, kept), ...(tab && { current: true }) },
          { label: 'Versions', to: paths.packageVersions(owner, type, name, kept) },
          { label: 'Companies', to: paths.packageCompanies(owner, type, name, kept) },
          { label: 'Set-up', to: paths.packageSetup(owner, type, name, kept) },
          { label: 'Settings', to: paths.packageSettings(owner, type, name, kept) },
        ]}
      />
    </>
  );
}
