/**
 * Hackage packages. A repository is signed from end to end, so that nothing of it can be rewritten:
 * everything is redirected, and the archives of the packages here count.
 */
import { redirectedType } from './registry';

/** Also the longer path of the archive, which websites and Nix use. */
const archive = /^\/package\/(?:[^/]+\/)?([^/]+)-(\d+(?:\.\d+)*)\.tar\.gz$/;

export const hackage = redirectedType((path) => {
  let [, name, version] = archive.exec(path) ?? [];
  return name && version ? [{ name, version }] : [];
});
