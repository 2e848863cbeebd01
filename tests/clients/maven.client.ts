/** Maven over plain HTTP behind a gateway: its requests, and which of them count. */
import { createHash } from 'node:crypto';
import { mavenTexts as texts } from 'app/features/packages/types/maven.server';
import { registryTests } from 'app/text/registry-commands';
import { startRegistryWorld, type RegistryWorld } from 'tests/edge/registry-world';
import { zip } from 'tests/support/zip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installed, startProject, type Project } from './registry-client';

const version = installed('mvn');
const named = (artifact: string, group = 'org.ada', release = '1.0') =>
  `<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${release}</version>`;
const pom = (about: string) => `<project><modelVersion>4.0.0</modelVersion>${about}</project>\n`;

let world: RegistryWorld;
let project: Project;

beforeAll(async () => {
  if (!version) return;
  world = await startRegistryWorld('maven', ['org.ada:engine']);
  let needsLeft = `<dependencies><dependency>${named('left')}</dependency></dependencies>`;
  for (let artifact of [{ name: 'engine', about: needsLeft }, { name: 'left' }, utilities])
    for (let [path, bytes] of filesOf(artifact)) {
      world.registry.files.set(path, bytes);
      world.registry.files.set(`${path}.sha1`, createHash('sha1').update(bytes).digest('hex'));
    }
  project = await startProject(world);
});
afterAll(async () => {
  await project?.close();
  await world?.close();
});

interface Artifact {
  name: string;
  group?: string;
  release?: string;
  /** Elements of its pom. */
  about?: string;
  files?: Record<string, string>;
}

/** The files of an artifact by their path in a repository. */
function filesOf({ name, group, release = '1.0', about = '', files = {} }: Artifact): [string, string | Buffer][] {
  let folder = `${(group ?? 'org.ada').replaceAll('.', '/')}/${name}/${release}/${name}-${release}`;
  return [
    [`${folder}.pom`, pom(named(name, group, release) + about)],
    [`${folder}.jar`, zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', ...files })],
  ];
}

// Maven adds this file to every plugin and extension.
const utilities: Artifact = { name: 'plexus-utils', group: 'org.codehaus.plexus', release: '1.1' };

/** Writes settings with the lines that the gateway shows, and the proxy of the test. */
function writeSettings(label: RegExp): void {
  let [text] = texts
    .installMethods('org.ada:engine', world.origin)
    .flatMap((way) => way.texts.filter((one) => label.test(one.label)));
  let { hostname, port } = new URL(project.proxy.url);
  let proxy = `<proxy><protocol>http</protocol><host>${hostname}</host><port>${port}</port></proxy>`;
  project.write('settings.xml', text!.text.replace('<settings>', `<settings><proxies>${proxy}</proxies>`));
}

const mvn = 'mvn -B -s settings.xml -Dmaven.repo.local=local';

test.skipIf(!version)(
  'mvn: an artifact counts as one download when the gateway replaces the central repository',
  async () => {
    writeSettings(/^settings.xml of Maven$/);
    let extension = `<build><extensions><extension>${named('engine')}</extension></extensions></build>`;
    project.write('pom.xml', pom(`${named('project')}<packaging>pom</packaging>${extension}`));
    await project.counted('org.ada:engine', `${mvn} validate`, 1);
    await project.counted('org.ada:engine', `${mvn} validate`, 0);
    await project.run('rm -rf local');
    await project.counted('org.ada:engine', `${mvn} validate`, 1);
    let event = (await world.downloads('org.ada:engine')).at(-1);
    expect([event!.client, event!.version]).toEqual(['maven', '1.0']);
  },
);

test.skipIf(!version)('mvn: an artifact counts as one download from a repository of the project', async () => {
  await project.run('rm -rf local');
  writeSettings(/plain HTTP/);
  let [, way] = texts.installMethods('org.ada:engine', world.origin);
  let dependencies = `<dependencies><dependency>${named('engine')}</dependency></dependencies>`;
  project.write('pom.xml', pom(named('project') + way!.texts[0]!.text + dependencies));
  // The plugin resolves the dependencies of the project and then fails, because it has no program.
  let goal = '<goal>get</goal><requiresDependencyResolution>test</requiresDependencyResolution>';
  let mojo = `<mojo>${goal}<implementation>None</implementation><language>java</language></mojo>`;
  let plugin = `<plugin>${named('tool')}<goalPrefix>tool</goalPrefix><mojos>${mojo}</mojos></plugin>`;
  let files = { 'META-INF/maven/plugin.xml': plugin };
  for (let artifact of [{ name: 'tool', about: '<packaging>maven-plugin</packaging>', files }, utilities])
    for (let [path, bytes] of filesOf(artifact)) project.write(`local/${path}`, bytes);
  let line = `${mvn} org.ada:tool:1.0:get >log; grep 'load the mojo' log || { cat log; exit 1; }`;
  await project.counted('org.ada:engine', line, 1);
});

test.skipIf(!version)('curl: the test command of an artifact counts as one download', async () => {
  world.registry.files.set('org/ada/engine/maven-metadata.xml', '<metadata>\n  <release>1.0</release>\n</metadata>\n');
  let { host, origin } = world;
  await project.counted('org.ada:engine', registryTests.maven('org.ada:engine', { host, origin }), 1, 'curl');
});
