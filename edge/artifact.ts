/** Requests for the bytes of an artifact. */
import type { PackageRule } from 'contract/package-types/type';
import type { Hit } from './decision';
import type { EdgeRequest } from './edge-request';
import { collectVariables } from './variables';

/** The download of a version of a package; null for a request that is none. */
export function wholeDownload(rule: PackageRule, version: string, request: EdgeRequest): Hit | null {
  return isWholeDownload(request) ? downloadOf(rule, version, collectVariables({}, request.query)) : null;
}

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

/** Whether a request fetches a file from its beginning: not HEAD, and not a later part of it. */
export function isFromStart({ method, headers: { range = '' } }: EdgeRequest): boolean {
  if (method !== 'GET') return false;
  // The first of several parts decides; without a first byte the last ones are meant.
  let [, first] = /^bytes=(\d*)-/i.exec(range.replaceAll(' ', '')) ?? [];
  return first === undefined || /^0+$/.test(first);
}

/**
 * Whether a request fetches an artifact: from its beginning, and not to ask whether the client's own
 * copy is still good.
 */
function isWholeDownload(request: EdgeRequest): boolean {
  let { headers } = request;
  return isFromStart(request) && headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined;
}
