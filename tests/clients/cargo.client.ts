/** cargo with a sparse index behind a gateway: its requests, and which of them count. */
import { createHash } from 'node:crypto';
import { cargoTexts as texts } from 'app/features/packages/types/cargo.server';
import { registryTests } from 'app/text/registry-commands';
import { indexPath } from 'edge/package-types/cargo-index';
import { withdraw } from 'tests/edge/registry-package';
import { startRegistryWorld, type RegistryWorld } from 'tests/edge/registry-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installed, startProject, tarball, type Project } from './registry-client';

const version = installed('cargo');
let world: RegistryWorld;
let project: Project;

beforeAll(async () => {
  if (!version) return;
  world = await startRegistryWorld('cargo', ['engine', 'tool']);
  let { files, url } = world.registry;
  files.set('config.json', JSON.stringify({ dl: `${url}crates/{prefix}/{crate}-{version}.crate`, api: url }));
  for (let [name, deps] of [
    ['engine', [{ name: 'left', req: '^1', features: [], optional: false, default_features: true, kind: 'normal' }]],
    ['left', []],
    ['tool', []],
  ] as const) {
    let wants = deps.map((one) => `[dependencies.${one.name}]\nversion = "1"\n`).join('');
    let manifest = `[package]\nname = "${name}"\nversion = "1.2.0"\nedition = "2021"\n${wants}`;
    let folder = `${name}-1.2.0`;
    let archive = tarball({
      [`${folder}/Cargo.toml`]: manifest,
      [`${folder}/src/main.rs`]: 'fn main() {}\n',
      [`${folder}/src/lib.rs`]: '',
    });
    files.set(`crates/${indexPath(name).slice(0, 5)}/${folder}.crate`, archive);
    let cksum = createHash('sha256').update(archive).digest('hex');
    let line = { name, vers: '1.2.0', deps, cksum, features: {}, yanked: false };
    files.set(indexPath(name), `${JSON.stringify(line)}\n`);
  }
  project = await startProject(world, { PATH: process.env.PATH!, RUSTUP_HOME: `${process.env.HOME}/.rustup` });
  project.write(
    'Cargo.toml',
    '[package]\nname = "project"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nengine = "1"\n',
  );
  project.write('src/main.rs', 'fn main() {}\n');
});
afterAll(async () => {
  await project?.close();
  await world?.close();
});

test.skipIf(!version)(
  'cargo: a crate counts as one download when the gateway replaces the default registry',
  async () => {
    project.write('.cargo/config.toml', texts.installMethods('engine', world.origin)[0]!.texts[0]!.text);
    await project.counted('engine', 'cargo fetch', 1);
    await project.counted('engine', 'cargo update && cargo fetch', 0);
    await project.run('rm -rf .cargo/registry');
    await project.counted('engine', 'cargo fetch --locked', 1);
    let event = (await world.downloads('engine')).at(-1);
    expect([event!.client, event!.version]).toEqual(['cargo', '1.2.0']);
    await project.run('rm -rf .cargo/registry Cargo.lock');
  },
);

test.skipIf(!version)(
  'cargo: a crate counts as one download from an additional registry, and when installed as a program',
  async () => {
    let [settings, add] = texts.installMethods('engine', world.origin)[1]!.texts;
    project.write('.cargo/config.toml', settings!.text);
    project.write('Cargo.toml', '[package]\nname = "project"\nversion = "0.1.0"\nedition = "2021"\n');
    await project.run(add!.text);
    await project.counted('engine', 'cargo fetch', 1);
    await project.run('rm -rf .cargo/registry');
    await project.counted('tool', `cargo install tool --index sparse+${world.origin}/`, 1);
  },
);

test.skipIf(!version)('cargo does not choose a withdrawn version', async () => {
  let [settings] = texts.installMethods('tool', world.origin)[1]!.texts;
  project.write('.cargo/config.toml', settings!.text);
  await withdraw(world, world.idOf('tool'), '1.2.0');
  await project.run('rm -rf .cargo/registry');
  let refused = await project.run(`cargo install tool --index sparse+${world.origin}/ 2>&1 || true`);
  expect(refused).toContain('could not find `tool` in registry');
  await withdraw(world, world.idOf('tool'));
  world.later(120_000);
});

test.skipIf(!version)('cargo: the test command of a package counts as one download', async () => {
  await project.counted('tool', registryTests.cargo('tool', { host: world.host, origin: world.origin }), 1, 'cargo');
});
