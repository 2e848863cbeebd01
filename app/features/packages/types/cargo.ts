/** Crates: a name, and the registry they come from. */
import { cargo as words } from 'contract/package-types/cargo';
import { crateName } from 'contract/registry-rules';
import { registryPages } from './registry-form';

export const cargo = registryPages({
  type: words.name,
  explanation: 'A crate of a sparse index.',
  nameRule: crateName,
  name: { placeholder: 'my-crate', hint: 'As it is in its Cargo.toml.' },
  registry: {
    placeholder: 'https://index.example',
    hint: 'Without “sparse+”. Open to all, and the same for all on one domain.',
  },
  file: 'crate',
});
