/**
 * Hackage packages. A repository is signed from end to end, so nothing can be rewritten: everything
 * is redirected, and the archives of own packages are counted.
 */
import { redirectedType } from './registry';

/** Includes the longer path of the archive, which websites and Nix use. */
const archive = /^\/package\/(?:[^/]+\/)?([^/]+)-(\d+(?:\.\d+)*)\.tar\.gz$/;

export const hackage = redirectedType((path) => {
  let [, name, version] = archive.exec(path) ?? [];
  return name && version ? [{ name, version }] : [];
});
