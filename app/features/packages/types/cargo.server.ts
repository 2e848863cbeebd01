/** Texts of crates. */
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const cargoTexts: RegistryTexts = {
  explanation: 'A crate of a registry with a sparse index. People install it through your gateway.',
  name: { placeholder: 'my-crate', hint: 'As it is in its Cargo.toml.' },
  registry: {
    placeholder: 'https://index.example',
    hint: 'The sparse index that has the crate, without “sparse+”, open to all. All crates on one domain come from one index.',
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
