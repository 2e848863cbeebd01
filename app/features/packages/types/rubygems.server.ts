/** Texts of gems. */
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const rubygemsTexts: RegistryTexts = {
  explanation: 'Gems for Bundler and gem.',
  name: { placeholder: 'my-gem', hint: 'The name in the .gemspec file.' },
  registry: {
    placeholder: 'https://gems.example',
    hint: 'Public gem server.',
  },
  file: 'gem',
  installMethods,
};

function installMethods(name: string, origin: string): InstallMethod[] {
  return [
    {
      title: 'Source of all gems',
      description: 'The gateway sends clients on to the gem server for everything.',
      texts: [
        { label: 'Gemfile', text: `source "${origin}"\n\ngem "${name}"` },
        { label: 'gem, once', text: `gem install ${name} --clear-sources --source ${origin}` },
        { label: '~/.gemrc of gem', text: `:sources:\n- ${origin}/` },
      ],
    },
    {
      title: 'In place of another source',
      description:
        'Gemfiles and lockfiles stay as they are. Write that source where the texts say https://source.example. It is ' +
        'removed, because gem takes a version that two sources have from the first of them.',
      texts: [
        { label: 'Bundler', text: `bundle config set mirror.https://source.example ${origin}` },
        { label: 'gem', text: `gem sources --add ${origin}/ --remove https://source.example/` },
      ],
    },
    {
      title: 'With another source',
      description: 'Only this gem and what it needs come through the gateway.',
      texts: [{ label: 'Gemfile', text: `source "${origin}" do\n  gem "${name}"\nend` }],
    },
  ];
}
