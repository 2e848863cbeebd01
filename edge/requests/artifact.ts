import type { PackageRule } from 'contract/packages/package-types/type';
import type { CountedHit } from './decision';

export function packageDownload(rule: PackageRule, version: string, variables: CountedHit['variables']): CountedHit {
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
