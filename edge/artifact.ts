/** Downloads of packages. */
import type { PackageRule } from 'contract/packages/package-types/type';
import type { Hit } from './decision';

/** A download of a version of a package. */
export function downloadOf(rule: PackageRule, version: string, variables: Hit['variables']): Hit {
  let { ownerId, packageId: artifactId, trackCompanies } = rule;
  return {
    type: 'binary-download',
    artifactType: 'package',
    ownerId,
    artifactId,
    trackCompanies,
    version,
    page: '',
    variables,
  };
}
