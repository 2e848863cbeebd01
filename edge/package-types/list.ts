/** The package types of the edge, in the order in which they decide. */
import type { PackageRules } from 'contract/packages/package-types/list';
import { cargo } from './cargo';
import { composer } from './composer';
import { docker } from './docker';
import { file } from './file';
import { go } from './go';
import { hackage } from './hackage';
import { helm } from './helm';
import { maven } from './maven';
import { npm } from './npm';
import { nuget } from './nuget';
import { python } from './python';
import { rubygems } from './rubygems';
import type { EdgePackageType } from './type';

export const edgePackageTypes: { [Type in keyof PackageRules]: EdgePackageType<PackageRules[Type][number]> } = {
  docker,
  // Before those that answer every path of their host.
  python,
  file,
  npm,
  hackage,
  cargo,
  go,
  maven,
  composer,
  rubygems,
  helm,
  nuget,
};
