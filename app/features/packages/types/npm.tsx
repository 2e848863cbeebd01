/** npm packages: a name, and the registry it comes from. */
import { npm as words } from 'contract/package-types/npm';
import { npmPackageName } from 'contract/registry-rules';
import { registryPages } from './registry-form';

export const npm = registryPages({
  type: words.name,
  explanation: 'A package for npm, Yarn, pnpm or Bun, with a scope or without. People install it through your gateway.',
  nameRule: npmPackageName,
  name: {
    placeholder: '@my-scope/my-package',
    hint: 'As it is in its package.json. With a scope, people can have just the packages of that scope from your gateway.',
  },
  registry: {
    placeholder: 'https://registry.example',
    hint: 'Where the package is published, open to all. All npm packages on one domain come from one registry.',
  },
  file: 'tarball',
});
