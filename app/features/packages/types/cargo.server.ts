/** Texts of crates. */
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const cargoTexts: RegistryTexts = {
  explanation: 'Rust crates.',
  name: { placeholder: 'my-crate', hint: 'The name in Cargo.toml.' },
  registry: {
    placeholder: 'https://index.example',
    hint: 'Public sparse index, without “sparse+”.',
  },
  file: 'crate',
  installMethods,
};

function installMethods(name: string, origin: string): InstallMethod[] {
  let registry = `sparse+${origin}/`;
  return [
    {
      title: 'In place of the default registry',
      description: 'Manifests stay as they are.',
      texts: [
        {
          label: '.cargo/config.toml',
          text: `[source.crates-io]\nreplace-with = "gateway"\n\n[source.gateway]\nregistry = "${registry}"`,
        },
      ],
    },
    {
      title: 'As another registry',
      description: 'Only crates that name it come through the gateway, with their dependencies.',
      texts: [
        { label: '.cargo/config.toml', text: `[registries.gateway]\nindex = "${registry}"` },
        { label: 'Once', text: `cargo add ${name} --registry gateway` },
      ],
    },
  ];
}
