/** How people use a crate through the gateway. */
import type { Way } from './ways';

/** The ways to use a crate at `origin`. */
export function cargoWays(name: string, origin: string): Way[] {
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
