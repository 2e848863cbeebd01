/** Sample clients by package type, as their user agents name them. */
import type { Event } from 'contract/event-fields';

export type Toolchain = Partial<Pick<Event, 'runtime' | 'installer' | 'arch' | 'libc' | 'ciProvider'>>;

type SampleAgent = [userAgent: string, client: string, platforms: string[], weight: number, toolchain?: Toolchain];

const windowsChrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const nodeSystems = {
  linux: { system: 'linux x64', arch: 'x86_64' },
  macos: { system: 'darwin arm64', arch: 'arm64' },
  windows: { system: 'win32 x64', arch: 'x86_64' },
};

export const sampleAgents: Record<'docker' | 'npm' | 'python' | 'file' | 'pixel', SampleAgent[]> = {
  docker: [
    [
      'docker/27.3.1 go/go1.22.7 kernel/6.8.0 os/linux arch/amd64',
      'docker',
      ['linux'],
      60,
      { installer: 'docker 27.3', arch: 'x86_64' },
    ],
    [
      'docker/26.1.4 go/go1.21.11 kernel/6.6.31 os/darwin arch/arm64',
      'docker',
      ['macos'],
      12,
      { installer: 'docker 26.1', arch: 'arm64' },
    ],
    ['containerd/v1.7.22', 'containerd', ['linux'], 22, { installer: 'containerd 1.7' }],
    ['skopeo/1.16.0', 'skopeo', ['linux'], 6, { installer: 'skopeo 1.16' }],
  ],
  npm: [
    nodeAgent('npm/11.6.2', '24.11.0', 'linux', 26),
    nodeAgent('npm/10.9.4', '22.21.0', 'linux', 34),
    nodeAgent('npm/10.8.2', '20.19.5', 'linux', 18),
    nodeAgent('pnpm/9.15.9', '20.19.5', 'macos', 9),
    nodeAgent('yarn/1.22.22', '18.20.8', 'linux', 8),
    nodeAgent('npm/8.19.4', '16.20.2', 'windows', 5),
  ],
  python: [
    pipAgent('3.13.7', '2.41', 24),
    pipAgent('3.12.3', '2.39', 38),
    pipAgent('3.10.12', '2.35', 14),
    pipAgent('3.9.2', '2.31', 6),
    [
      'uv/0.8.22 {"installer":{"name":"uv","version":"0.8.22"},"python":"3.13.7","system":{"name":"Darwin"},"cpu":"arm64"}',
      'uv',
      ['macos'],
      18,
      { runtime: 'Python 3.13', installer: 'uv 0.8', arch: 'arm64' },
    ],
    [
      'uv/0.8.22 {"installer":{"name":"uv","version":"0.8.22"},"python":"3.12.11","distro":{"libc":{"lib":"musl","version":"1.2"}},"system":{"name":"Linux"},"cpu":"x86_64"}',
      'uv',
      ['linux'],
      8,
      { runtime: 'Python 3.12', installer: 'uv 0.8', arch: 'x86_64', libc: 'musl 1.2' },
    ],
  ],
  file: [
    ['curl/8.9.1', 'curl', ['linux', 'macos'], 50, { installer: 'curl 8.9' }],
    ['Wget/1.24.5', 'wget', ['linux'], 20, { installer: 'wget 1.24' }],
    [windowsChrome, 'Chrome', ['windows'], 18],
    [
      'Homebrew/4.4.0 (Macintosh; arm64 Mac OS X 15.0) curl/8.7.1',
      'homebrew',
      ['macos'],
      12,
      { installer: 'homebrew 4.4', arch: 'arm64' },
    ],
  ],
  pixel: [
    [windowsChrome, 'Chrome', ['windows'], 45],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari',
      ['macos'],
      30,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', ['linux'], 25],
  ],
};

/** npm, pnpm or Yarn. */
function nodeAgent(program: string, node: string, platform: keyof typeof nodeSystems, weight: number): SampleAgent {
  let { system, arch } = nodeSystems[platform];
  let [client = '', version = ''] = program.split('/');
  let userAgent = `${program} ${client === 'npm' ? '' : 'npm/? '}node/v${node} ${system}`;
  let runtime = `Node.js ${node.split('.')[0]}`;
  return [userAgent, client, [platform], weight, { runtime, installer: `${client} ${minorOf(version)}`, arch }];
}

function pipAgent(python: string, glibc: string, weight: number): SampleAgent {
  let userAgent = `pip/25.2 {"cpu":"x86_64","distro":{"libc":{"lib":"glibc","version":"${glibc}"}},"installer":{"name":"pip","version":"25.2"},"python":"${python}","system":{"name":"Linux"}}`;
  let toolchain = {
    runtime: `Python ${minorOf(python)}`,
    installer: 'pip 25.2',
    arch: 'x86_64',
    libc: `glibc ${glibc}`,
  };
  return [userAgent, 'pip', ['linux'], weight, toolchain];
}

/** As npm spells them. */
const ciProviders = ['github-actions', 'github-actions', 'gitlab-ci', 'github-actions', 'circleci'];

/** What a client in CI says there beside the rest; of those here only npm names the provider. */
export function inCi({ userAgent, client }: Pick<Event, 'userAgent' | 'client'>, machine: bigint) {
  if (client !== 'npm') return {};
  let ciProvider = ciProviders[Number(machine % BigInt(ciProviders.length))]!;
  return { userAgent: `${userAgent} workspaces/false ci/${ciProvider}`, ciProvider };
}

function minorOf(version: string): string {
  return version.split('.', 2).join('.');
}
