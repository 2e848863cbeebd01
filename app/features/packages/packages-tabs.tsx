/** The tabs over the pages about all packages of an owner. */
import { paths } from '../../paths';
import { Tabs } from '../../ui/tabs';

export function PackagesTabs({ owner }: { owner: string }) {
  return (
    <Tabs
      label="Packages"
      tabs={[
        { label: 'Overview', to: paths.packages(owner) },
        { label: 'Management', to: paths.packagesManagement(owner) },
      ]}
    />
  );
}
