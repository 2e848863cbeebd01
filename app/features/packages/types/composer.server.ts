/** Texts of Composer packages. */
import { addRepository } from '../../../text/registry-commands';
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const composerTexts: RegistryTexts = {
  explanation: 'PHP packages. Composer reports each install to your gateway.',
  name: { placeholder: 'my-vendor/my-package', hint: 'The name in composer.json.' },
  registry: {
    placeholder: 'https://repository.example',
    hint: 'Public repository: the URL with packages.json.',
  },
  file: 'rest',
  installMethods,
};

/** As the repository of everything, and of this package only. */
function installMethods(name: string, origin: string): InstallMethod[] {
  let isPlain = origin.startsWith('http:');
  let composerJson = (...repositories: object[]) =>
    JSON.stringify({ ...(isPlain && { config: { 'secure-http': false } }), repositories }, null, 2);
  let gateway = { type: 'composer', url: origin };
  let afterUpdate = 'What a composer.lock has from before is counted once it has been updated.';
  return [
    {
      title: 'Repository of all packages',
      description: `The gateway sends clients on to the registry for every package that is not served by it. ${afterUpdate}`,
      texts: [
        { label: 'composer.json', text: composerJson(gateway, { packagist: false }) },
        { label: 'Or by a command', text: addRepository(origin) },
        { label: 'Once', text: `composer require ${name}` },
      ],
    },
    {
      title: 'With another repository',
      description: `Only this package comes through the gateway. ${afterUpdate}`,
      texts: [{ label: 'composer.json', text: composerJson({ ...gateway, only: [name] }) }],
    },
  ];
}
