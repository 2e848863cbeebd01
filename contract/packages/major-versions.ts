/** Versions by their major number: `4.x` means `4`, `4.1.2` and `v4.2.0-rc1`. */

/** Letters may only follow if they name a release, so that `7f3a9c2` and `2024a` have none. */
export const majorPattern = String.raw`^v?(\d+)(?:$|[^0-9A-Za-z_]|rc|alpha|beta|dev|pre|post)`;

const major = new RegExp(majorPattern);

/** `4.x` of `4.1.2`; undefined for a version without a number. */
export function majorNameOf(version: string): string | undefined {
  let number = major.exec(version)?.[1];
  return number && `${number}.x`;
}

/** The entry for a version: its own, or else that for its major version. */
export function entryFor<Entry>(version: string, find: (name: string) => Entry | undefined): Entry | undefined {
  let own = find(version);
  let major = own === undefined ? majorNameOf(version) : undefined;
  return major === undefined ? own : find(major);
}

/** `4` of `4.x`; undefined for a single version. A tag of an image can have this name. */
export function majorNumber(version: string, type: string): string | undefined {
  return type === 'docker' ? undefined : /^(\d+)\.x$/.exec(version)?.[1];
}
