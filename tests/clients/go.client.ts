/** go with a module proxy behind a gateway: its requests, and which of them count. */
import { goTexts as texts } from 'app/features/packages/types/go.server';
import { registryTests } from 'app/text/registry-commands';
import { startRegistryWorld, type RegistryWorld } from 'tests/edge/registry-world';
import { zip } from 'tests/support/zip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installed, startProject, type Project } from './registry-client';

const version = installed('go', 'version');
const names = ['example.com/Ada/engine', 'example.com/Ada/engine/v2', 'example.com/ada/tool'];
let world: RegistryWorld;
let project: Project;

beforeAll(async () => {
  if (!version) return;
  world = await startRegistryWorld('go', names);
  publish('example.com/Ada/engine', 'v1.2.0', 'package engine\n\nimport _ "example.com/left"\n', [
    'example.com/left v1.0.0',
  ]);
  publish('example.com/Ada/engine', 'v1.3.0-rc.1', 'package engine\n');
  publish('example.com/Ada/engine/v2', 'v2.0.0', 'package engine\n');
  publish('example.com/left', 'v1.0.0', 'package left\n');
  publish('example.com/ada/tool', 'v1.0.0', 'package main\n\nfunc main() {}\n');
  project = await startProject(world, { GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local' });
  let [notPublic] = texts.installMethods('example.com', world.origin)[1]!.texts;
  await project.run(notPublic!.text);
});
afterAll(async () => {
  await project?.close();
  await world?.close();
});

/** Adds a version of a module with one file to the proxy. */
function publish(module: string, of: string, source: string, needs: string[] = []): void {
  let { files } = world.registry;
  let manifest = `module ${module}\n\ngo 1.18\n${needs.map((one) => `\nrequire ${one}\n`).join('')}`;
  let place = `${module.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`)}/@v`;
  files.set(`${place}/list`, `${files.get(`${place}/list`) ?? ''}${of}\n`);
  files.set(`${place}/${of}.info`, JSON.stringify({ Version: of, Time: '2026-01-02T03:04:05Z' }));
  files.set(`${place}/${of}.mod`, manifest);
  let folder = `${module}@${of}`;
  files.set(`${place}/${of}.zip`, zip({ [`${folder}/go.mod`]: manifest, [`${folder}/all.go`]: source }));
}

/** Writes a project without requirements, and empties the module cache. */
async function reset(): Promise<void> {
  await project.run('go clean -modcache && go env -u GOPROXY && rm -f go.mod go.sum');
  project.write('go.mod', 'module example.com/project\n\ngo 1.18\n');
  project.write('main.go', 'package main\n\nimport _ "example.com/Ada/engine"\n\nfunc main() {}\n');
}

test.skipIf(!version).each([
  ['for every command', 0],
  ['with the repositories as a fallback', 2],
])('go: a module counts as one download with a proxy set %s', async (_, at) => {
  await reset();
  await project.run(texts.installMethods(names[0]!, world.origin)[0]!.texts[at]!.text);
  await project.counted(names[0]!, 'go list -m -versions example.com/Ada/engine', 0);
  await project.counted(names[0]!, 'go get example.com/Ada/engine', 1);
  await project.counted(names[0]!, 'go build ./... && go mod verify', 0);
  await project.run('go clean -modcache');
  await project.counted(names[0]!, 'go mod download', 1);
  let event = (await world.downloads(names[0]!)).at(-1);
  expect([event!.client, event!.version]).toEqual(['go', 'v1.2.0']);
});

test.skipIf(!version)('go: a proxy set for one command counts each module it downloads', async () => {
  await reset();
  let once = texts.installMethods(names[1]!, world.origin)[0]!.texts[1]!.text;
  await project.counted(names[1]!, once, 1, 'go');
  await project.counted(names[0]!, `GOPROXY=${world.origin} go get example.com/Ada/engine@v1.3.0-rc.1`, 1, 'go');
  await project.counted(names[2]!, `GOPROXY=${world.origin} go install example.com/ada/tool@latest`, 1, 'go');
  expect(await world.versions(names[1]!)).toEqual(['v2.0.0']);
});

test.skipIf(!version)('go: the test command of a module counts as one download', async () => {
  await reset();
  await project.counted(names[0]!, registryTests.go(names[0]!, { host: world.host, origin: world.origin }), 1, 'go');
});
