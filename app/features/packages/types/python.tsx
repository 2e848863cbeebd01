/** Python packages: a project, and the index it comes from. */
import { python as words } from 'contract/package-types/python';
import { pythonProjectName } from 'contract/registry-rules';
import { registryPages } from './registry-form';

export const python = registryPages({
  type: words.name,
  explanation: 'A package for pip, uv, Poetry or PDM. People install it through your gateway.',
  nameRule: pythonProjectName,
  name: {
    placeholder: 'my-package',
    hint: 'As people type it after pip install. Spellings such as My_Package and my.package are the same name.',
  },
  registry: {
    placeholder: 'https://registry.example/simple/',
    hint: 'The simple index that has the package, open to all. All Python packages on one domain come from one index.',
  },
  file: 'files',
});
