/** Texts of Hackage packages. */
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const hackageTexts: RegistryTexts = {
  explanation: 'Haskell packages for cabal and Stack.',
  name: { placeholder: 'my-package', hint: 'The name in the .cabal file.' },
  registry: {
    placeholder: 'https://repository.example',
    hint: 'Public repository.',
  },
  file: 'archive',
  installMethods,
};

function installMethods(name: string, origin: string): InstallMethod[] {
  let repository = new URL(origin).hostname;
  return [
    {
      title: 'Repository of all packages',
      description:
        'The gateway redirects clients to the repository. cabal needs curl or wget to follow it there, ' +
        'and secure: False for a repository without signatures. With only secure: True, cabal trusts the ' +
        'keys of the first answer; root-keys: and key-threshold: below it name the keys to trust.',
      texts: [
        {
          label: 'cabal.project',
          text: [
            `repository ${repository}`,
            `  url: ${origin}/`,
            '  secure: True',
            '',
            `active-repositories: ${repository}`,
          ].join('\n'),
        },
        { label: 'Once', text: `cabal update && cabal get ${name}` },
        { label: 'stack.yaml of Stack', text: `package-index:\n  download-prefix: ${origin}/` },
      ],
    },
  ];
}
