/** Hackage: packages of a repository for cabal and Stack. */
import { registryType } from './registry-type';

export const hackage = registryType('hackage', 'Hackage');
