import { describe, expect, it } from 'vitest';
import { createAgentReader } from 'edge/enrich/agent';

const read = createAgentReader();
const pip = (python: string, more = '"libc":{"lib":"glibc","version":"2.36"},') =>
  `pip/24.2 {"ci":null,"cpu":"x86_64","distro":{"id":"bookworm",${more}"name":"Debian GNU/Linux"},"installer":{"name":"pip","version":"24.2"},"python":"${python}"}`;
const uv =
  'uv/0.11.2 {"installer":{"name":"uv","version":"0.11.2","subcommand":["add"]},"python":"3.12.12","distro":{"libc":{"lib":"musl","version":"1.2"}},"cpu":"AMD64","ci":null}';

type Row = [userAgent: string, runtime: string, installer: string, arch: string, libc: string, ciProvider: string];

describe('a user agent', () => {
  it.each<Row>([
    [
      'npm/11.21.2 node/v20.20.2 linux x64 workspaces/false ci/github-actions',
      'Node.js 20',
      'npm 11.21',
      'x86_64',
      '',
      'github-actions',
    ],
    ['pnpm/9.15.0 npm/? node/v22.12.0 darwin arm64', 'Node.js 22', 'pnpm 9.15', 'arm64', '', ''],
    ['pnpm/12.21.0 npm/? node/? linux x64', '', 'pnpm 12.21', 'x86_64', '', ''],
    ['yarn/1.22.22 npm/? node/v18.20.4 win32 ia32', 'Node.js 18', 'yarn 1.22', 'x86', '', ''],
    [pip('3.13.0'), 'Python 3.13', 'pip 24.2', 'x86_64', 'glibc 2.36', ''],
    [pip('3.9.7rc1', ''), 'Python 3.9', 'pip 24.2', 'x86_64', '', ''],
    [uv, 'Python 3.12', 'uv 0.11', 'x86_64', 'musl 1.2', ''],
    ['poetry/2.3.4 CPython/3.14.8 Linux/6.18.44', 'Python 3.14', 'poetry 2.3', '', '', ''],
    [
      'bundler/4.0.22 rubygems/4.0.22 ruby/3.3.8 (x86_64-pc-linux-gnu) command/lock ci/ci,github 0a1b2c3d',
      'Ruby 3.3',
      'bundler 4.0',
      'x86_64',
      'glibc',
      'github',
    ],
    [
      'RubyGems/3.5.11 aarch64-linux-musl Ruby/3.2.2 (2023-03-30 patchlevel 53)',
      'Ruby 3.2',
      'rubygems 3.5',
      'arm64',
      'musl',
      '',
    ],
    ['Composer/2.10.3 (Linux; 6.18.44; PHP 8.4.27; cURL 8.22.0; cmd:require)', 'PHP 8.4', 'composer 2.10', '', '', ''],
    [
      'Composer/2.10.2 (Windows NT; 10.0; PHP 8.4.16; cURL 8.15.0; Platform-PHP 8.2.0; cmd:require)',
      'PHP 8.2',
      'composer 2.10',
      '',
      '',
      '',
    ],
    ['Apache-Maven/3.9.12 (Java 25.0.5; Linux 6.18.44)', 'Java 25', 'maven 3.9', '', '', ''],
    ['Apache-Maven/3.6.3 (Java 1.8.0_392; Linux 5.15)', 'Java 8', 'maven 3.6', '', '', ''],
    [
      'Gradle/8.8 (Linux;6.8.0;amd64) (Eclipse Adoptium;21.0.3;21.0.3+9-LTS)',
      'Java 21',
      'gradle 8.8',
      'x86_64',
      '',
      '',
    ],
    ['cargo/1.97.1 (c980f4866 2026-06-30)', 'Rust 1.97', 'cargo 1.97', '', '', ''],
    [
      'docker/27.3.1 go/go1.22.7 git-commit/41ca978 kernel/6.8.0 os/linux arch/amd64 UpstreamClient(Docker-Client/27.3.1 \\(linux\\))',
      '',
      'docker 27.3',
      'x86_64',
      '',
      '',
    ],
    ['containerd/v1.7.22', '', 'containerd 1.7', '', '', ''],
    ['Helm/3.16.1', '', 'helm 3.16', '', '', ''],
    ['NuGet xplat/7.6.0 (LINUX) CI/GitHub Actions', '', 'nuget 7.6', '', '', 'github-actions'],
    ['NuGet xplat/7.6.0 (OSX) CI/other', '', 'nuget 7.6', '', '', ''],
    ['curl/8.9.1', '', 'curl 8.9', '', '', ''],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', '', '', '', '', ''],
    ['', '', '', '', '', ''],
  ])('%s names its runtime, installer and machine', (userAgent, runtime, installer, arch, libc, ciProvider) => {
    expect(read(userAgent)).toMatchObject({ runtime, installer, arch, libc, ciProvider });
  });

  it('cannot invent many values', () => {
    let agents = Array.from({ length: 5_000 }, (_, i) => [
      `npm/${i}.${i}.${i} node/v${i * 7}.1.1 linux cpu${i} ci/x${i}y`,
      `pip/24.0 {"python":"${i}.${i}","cpu":"c${i}","libc":{"lib":"lib${i}","version":"${i}.${i}"}}`,
      `Composer/2.0 (Linux; PHP ${i}.${i * 13})`,
    ]).flat();
    let seen = agents.map((agent) => read(agent));
    let distinct = (of: 'runtime' | 'arch' | 'libc' | 'ciProvider') => new Set(seen.map((one) => one[of])).size;
    expect(distinct('arch')).toBe(1);
    expect(distinct('libc')).toBe(1);
    expect(distinct('ciProvider')).toBeLessThanOrEqual(2);
    expect(distinct('runtime')).toBeLessThan(300);
  });
});
