/**
 * Image clients with a Docker package. One pull of an image for two architectures counts once, by
 * the requested tag or digest.
 */
import { ids, startEdge, type EdgeWorld } from 'tests/edge/edge-world';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startImageRegistry, type ImageRegistry } from './image-registry';
import { installed, startProject, type Project } from './registry-client';
import { reportSkipped } from './report';

const host = 'ada.docker.localhost';
const storage = '--root storage --runroot running --storage-driver vfs';

interface Daemon {
  command: string;
  /** A command that succeeds when it is ready. */
  isReady: string;
  /** Files that it reads. */
  settings?: Record<string, string>;
}

interface Client {
  /** The program that sends the requests. */
  name: string;
  /** Which of its ways to keep images it uses. */
  store?: string;
  /** Signs in as `ada`, so that private images can be pulled. */
  signIn?(host: string): string;
  /** Pulls in the background. It caches images, so a second pull requests no manifest. */
  daemon?: Daemon;
  /** Returns the command for a reference such as `docker.example.com/app:1.0`. */
  pull(reference: string): string;
  /** All architectures. */
  pullAll?(reference: string): string;
  seenAs: string;
}

const clients: Client[] = [
  {
    name: 'skopeo',
    pull: (reference) => `skopeo --insecure-policy copy -q --src-tls-verify=false docker://${reference} dir:one`,
    pullAll: (reference) =>
      `skopeo --insecure-policy copy -q --all --src-tls-verify=false docker://${reference} dir:all`,
    seenAs: 'skopeo',
  },
  {
    name: 'podman',
    pull: (reference) =>
      `podman ${storage} --tmpdir "$PWD/tmp" pull -q --tls-verify=false --signature-policy policy.json ${reference}`,
    // Its user agent names only its HTTP library.
    seenAs: 'containers/image',
  },
  {
    name: 'buildah',
    pull: (reference) => `buildah ${storage} pull -q --tls-verify=false --signature-policy policy.json ${reference}`,
    seenAs: 'buildah',
  },
  {
    name: 'ctr',
    daemon: { command: 'containerd --config containerd.toml', isReady: 'ctr --address containerd.sock version' },
    pull: (reference) => `ctr --address containerd.sock images pull --plain-http --snapshotter native ${reference}`,
    pullAll: (reference) =>
      `ctr --address containerd.sock images pull --plain-http --snapshotter native --all-platforms ${reference}`,
    seenAs: 'containerd',
  },
  dockerd('classic store', '--storage-driver=vfs'),
  // The default since Docker 29, and not there before 24: older ones keep their classic store.
  dockerd('containerd store', '--storage-driver=native', { 'containerd-snapshotter': true }),
];

function dockerd(store: string, flags: string, features = {}): Client {
  let docker = 'docker --host "unix://$PWD/docker.sock"';
  return {
    name: 'dockerd',
    store,
    daemon: {
      command:
        'dockerd --host "unix://$PWD/docker.sock" --data-root "$PWD/docker" --exec-root "$PWD/exec" --pidfile docker.pid ' +
        `--iptables=false --ip6tables=false --bridge=none --insecure-registry "$REGISTRY" --config-file docker.json ${flags}`,
      settings: { 'docker.json': JSON.stringify({ features, 'userland-proxy': false }) },
      isReady: `${docker} version`,
    },
    signIn: (host) => `echo lovelace | ${docker} login --username ada --password-stdin ${host}`,
    pull: (reference) => `${docker} pull -q ${reference}`,
    seenAs: 'docker',
  };
}

let registry: ImageRegistry;
let world: EdgeWorld;
let gateway: string;
let ahead = 0;

beforeAll(async () => {
  registry = await startImageRegistry('app', ['1.0', '2.0', '3.0', '4.0']);
  // Each request moves the clock a little, so that a busy machine cannot end the 30 s.
  let began = Date.now();
  let privateTargets = [registry.host];
  world = await startEdge({ registry: registry.host, privateTargets, clock: () => began + (ahead += 1) });
  gateway = `${host}:${world.port}`;
});
afterAll(async () => {
  await world?.close();
  await registry?.close();
});

/** Versions of the counted pulls. */
async function versions(): Promise<string[]> {
  await world.settled();
  let rows = await world.aggregate(ids.docker);
  return rows.flatMap(({ values, total }) => Array<string>(total).fill(values.version!));
}

/** A project with the settings of all clients. */
async function started(): Promise<Project> {
  let project = await startProject({ host, versions }, { REGISTRY: gateway, XDG_RUNTIME_DIR: '' }, true);
  project.write('policy.json', '{"default":[{"type":"insecureAcceptAnything"}]}');
  let at = (file: string) => JSON.stringify(`${project.folder}/${file}`);
  project.write(
    'containerd.toml',
    `version = 2\nroot = ${at('root')}\nstate = ${at('state')}\ndisabled_plugins = ["io.containerd.grpc.v1.cri"]\n` +
      `[grpc]\naddress = ${at('containerd.sock')}\n`,
  );
  return project;
}

/**
 * Starts the program of a client that pulls in the background. Undefined if it does not run on this
 * machine.
 */
async function startDaemon(project: Project, daemon: Daemon): Promise<(() => Promise<void>) | undefined> {
  let { command, isReady, settings = {} } = daemon;
  for (let [file, text] of Object.entries(settings)) project.write(file, text);
  let pid = Number(await project.run(`${command} >daemon.log 2>&1 & echo $!`));
  let isRunning = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  let answers = () =>
    project.run(isReady).then(
      () => true,
      () => false,
    );
  let stop = async () => {
    if (isRunning()) process.kill(pid);
    await vi.waitUntil(() => !isRunning(), { timeout: 60_000, interval: 100 });
  };
  let isUp = false;
  let decided = async () => (isUp = await answers()) || !isRunning();
  await vi.waitUntil(decided, { timeout: 60_000, interval: 200 }).catch(() => {});
  if (isUp) return stop;
  await stop();
  return undefined;
}

describe.each(clients)('$name $store', (client) => {
  let { name, store, daemon, signIn, pull, pullAll, seenAs } = client;
  let isMissing = !installed(name);

  test.skipIf(isMissing)('each pull counts as one download by its tag or digest', async ({ skip }) => {
    let project = await started();
    let stop = daemon && (await startDaemon(project, daemon));
    try {
      if (daemon && !stop) {
        reportSkipped(name, `needs ${daemon.command.replace(/ .*/s, '')}, which does not run here`);
        return skip();
      }
      let counts = async (line: string, expected: string[]) => {
        ahead += 31_000;
        let before = await versions();
        await project.counted('app', line, expected.length, store ? `${name} ${store}` : name);
        let after = await versions();
        for (let version of before) after.splice(after.indexOf(version), 1);
        expect(after).toEqual(expected);
      };
      let digest = registry.digests.get('3.0')!;
      await counts(pull(`${gateway}/app:1.0`), ['1.0']);
      if (daemon) await counts(pull(`${gateway}/app:1.0`), []);
      if (pullAll) await counts(pullAll(`${gateway}/app:2.0`), ['2.0']);
      await counts(pull(`${gateway}/app@${digest}`), [digest]);
      if (signIn) {
        registry.password = 'lovelace';
        await project.run(signIn(gateway));
        await counts(pull(`${gateway}/app:4.0`), ['4.0']);
        expect(registry.signedIn).toBeGreaterThan(0);
      }
      expect((await world.events(ids.docker)).at(-1)).toMatchObject({ client: seenAs });
    } finally {
      registry.password = '';
      await stop?.();
      await project.close();
    }
  });
});
