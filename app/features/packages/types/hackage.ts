/** Hackage packages: a name, and the repository they come from. */
import { hackage as words } from 'contract/package-types/hackage';
import { hackagePackageName } from 'contract/registry-rules';
import { registryPages } from './registry-form';

export const hackage = registryPages({
  type: words.name,
  explanation: 'A Haskell package for cabal or Stack.',
  nameRule: hackagePackageName,
  name: { placeholder: 'my-package', hint: 'As it is in its .cabal file.' },
  registry: {
    placeholder: 'https://repository.example',
    hint: 'Open to all, and the same for all on one domain.',
  },
  file: 'archive',
});
