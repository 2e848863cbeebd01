/** Hackage: packages of a repository for cabal and Stack. */
import { registryType } from './registry-type';

export const hackage = registryType('hackage', 'Hackage', (_, { host, origin }) => ({
  label: 'Repository for cabal.project',
  text: `repository ${host.replace(/:.*/, '')}\n  url: ${origin}/\n  secure: True`,
}));
