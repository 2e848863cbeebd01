/** Real user agents and what they tell. */
import { describe, expect, test } from 'vitest';
import { createAgentReader } from 'edge/enrich/agent';

const read = createAgentReader();

describe('package managers and tools', () => {
  test.each<[userAgent: string, client: string, platform: string]>([
    [
      'docker/24.0.5 go/go1.20.6 git-commit/a61e2b4 kernel/6.2.0-26-generic os/linux arch/amd64 UpstreamClient(Docker-Client/24.0.5 \\(linux\\))',
      'docker',
      'linux',
    ],
    [
      'docker/20.10.17 go/go1.17.11 git-commit/a89b842 kernel/5.10.124-linuxkit os/linux arch/arm64 UpstreamClient(Docker-Client/20.10.17 \\(darwin\\))',
      'docker',
      'macos',
    ],
    [
      'docker/23.0.5 go/go1.19.8 git-commit/94d3ad6 kernel/5.15.90.1-microsoft-standard-WSL2 os/linux arch/amd64 UpstreamClient(Docker-Client/23.0.5 \\(windows\\))',
      'docker',
      'windows',
    ],
    ['containerd/1.6.20+unknown', 'containerd', ''],
    ['containers/5.24.1 (github.com/containers/image)', 'containers/image', ''],
    ['libpod/4.3.1', 'podman', ''],
    ['skopeo/1.9.3', 'skopeo', ''],
    ['Buildah/1.29.0', 'buildah', ''],
    ['buildkit/v0.11', 'buildkit', ''],
    ['cri-o/1.26.3 go/go1.19.7 os/linux arch/amd64', 'cri-o', 'linux'],
    ['go-containerregistry/v0.15.2', 'crane', ''],
    ['Watchtower (Docker)', 'watchtower', ''],
    ['curl/8.4.0', 'curl', ''],
    ['curl/7.29.0 (x86_64-redhat-linux-gnu) libcurl/7.29.0', 'curl', 'linux'],
    ['Wget/1.21.3', 'wget', ''],
    ['Wget/1.20.3 (linux-gnu)', 'wget', 'linux'],
    ['Wget/1.21.4 (darwin22.5.0)', 'wget', 'macos'],
    ['aria2/1.36.0', 'aria2', ''],
    ['npm/9.5.1 node/v18.16.0 linux x64 workspaces/false', 'npm', 'linux'],
    ['npm/9.6.7 node/v18.17.1 darwin arm64 workspaces/false ci/github-actions', 'npm', 'macos'],
    ['npm/8.19.2 node/v16.18.0 win32 x64 workspaces/false', 'npm', 'windows'],
    ['pnpm/8.6.12 npm/? node/v18.17.0 linux x64', 'pnpm', 'linux'],
    ['yarn/1.22.19 npm/? node/v18.12.1 linux x64', 'yarn', 'linux'],
    ['Bun/1.0.0', 'bun', ''],
    [
      'pip/23.1.2 {"ci":null,"cpu":"x86_64","distro":{"id":"jammy","name":"Ubuntu","version":"22.04"},"installer":{"name":"pip","version":"23.1.2"},"python":"3.10.6","system":{"name":"Linux","release":"5.15.0"}}',
      'pip',
      'linux',
    ],
    [
      'pip/22.3 {"cpu":"arm64","distro":{"name":"macOS","version":"13.1"},"system":{"name":"Darwin","release":"22.2.0"}}',
      'pip',
      'macos',
    ],
    [
      'uv/0.1.24 {"installer":{"name":"uv","version":"0.1.24"},"python":"3.12.2","system":{"name":"Linux"},"cpu":"x86_64"}',
      'uv',
      'linux',
    ],
    ['poetry/1.5.1 CPython/3.11.4 Linux/5.15.0-76-generic', 'poetry', 'linux'],
    ['conda/23.3.1 requests/2.28.1 CPython/3.10.9 Linux/5.15.0 ubuntu/22.04.2 glibc/2.35', 'conda', 'linux'],
    ['Go-http-client/1.1', 'go', ''],
    ['Go-http-client/2.0', 'go', ''],
    ['GoModuleMirror/1.0 (+https://proxy.golang.org)', 'go', ''],
    ['Helm/3.12.0', 'helm', ''],
    ['HashiCorp Terraform/1.5.2 (+https://www.terraform.io)', 'terraform', ''],
    ['Homebrew/4.0.28 (Macintosh; arm64 Mac OS X 13.4.1) curl/7.88.1', 'homebrew', 'macos'],
    ['Homebrew/4.0.28 (Linux; x86_64 Ubuntu 22.04.2 LTS) curl/7.81.0', 'homebrew', 'linux'],
    ['Debian APT-HTTP/1.3 (2.6.1)', 'apt', 'linux'],
    ['Debian APT-HTTP/1.3 (2.4.9) non-interactive', 'apt', 'linux'],
    ['libdnf (Fedora Linux 38; workstation; Linux.x86_64)', 'dnf', 'linux'],
    ['urlgrabber/3.10 yum/3.4.3', 'yum', ''],
    ['pacman/6.0.2 (Linux x86_64) libalpm/13.0.2', 'pacman', 'linux'],
    ['cargo 1.70.0 (ec8a8a0ca 2023-04-25)', 'cargo', ''],
    ['curl/8.1.1 Nix/2.16.1', 'nix', ''],
    ['Ruby, RubyGems/3.4.10 x86_64-linux Ruby/3.2.2 (2023-03-30 patchlevel 53)', 'rubygems', 'linux'],
    ['bundler/2.4.10 rubygems/3.4.10 ruby/3.2.2 (x86_64-pc-linux-gnu) command/install', 'bundler', 'linux'],
    ['Composer/2.5.8 (Linux; 5.15.0-76-generic; PHP 8.2.7; cURL 7.81.0)', 'composer', 'linux'],
    ['Apache-Maven/3.9.2 (Java 17.0.7; Mac OS X 13.4)', 'maven', 'macos'],
    ['Gradle/8.1.1 (Windows 11;10.0;amd64) (Oracle Corporation;17.0.7;17.0.7+8)', 'gradle', 'windows'],
    ['NuGet Command Line/6.5.0 (Microsoft Windows NT 10.0.19045.0)', 'nuget', 'windows'],
    ['Scoop/1.0 (+http://scoop.sh/) PowerShell/5.1 (Windows NT 10.0; Win64; x64; Desktop)', 'scoop', 'windows'],
    ['Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.3031', 'powershell', 'windows'],
    ['Mozilla/5.0 (Linux; Ubuntu 22.04.2 LTS; en-US) PowerShell/7.3.5', 'powershell', 'linux'],
    ['python-requests/2.31.0', 'requests', ''],
    ['Python/3.11 aiohttp/3.8.4', 'aiohttp', ''],
    ['git/2.40.1', 'git', ''],
    ['Artifactory/7.59.9 75909900', 'artifactory', ''],
    ['Nexus/3.56.0-01 (PRO; Linux; 5.15; amd64; 1.8.0_362)', 'nexus', 'linux'],
    ['fetch libfetch/2.0 FreeBSD', 'fetch', 'freebsd'],
    ['github-camo (876de43e)', 'github-camo', ''],
  ])('%s', (userAgent, client, platform) => {
    expect(read(userAgent)).toEqual({ client, platform, isBot: false });
  });
});

describe('browsers', () => {
  test.each<[userAgent: string, client: string, platform: string]>([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/115.0.0.0 Safari/537.36',
      'Chrome',
      'windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Safari/605.1.15',
      'Safari',
      'macos',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0', 'Firefox', 'linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 Edg/114.0.1823.67',
      'Microsoft Edge',
      'windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
      'Safari',
      'ios',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'android',
    ],
  ])('%s', (userAgent, client, platform) => {
    expect(read(userAgent)).toEqual({ client, platform, isBot: false });
  });
});

describe('bots', () => {
  test.each<[userAgent: string, client: string]>([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/103.0.5060.134 Safari/537.36',
      'bingbot',
    ],
    ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot'],
  ])('%s', (userAgent, client) => {
    expect(read(userAgent)).toEqual({ client, platform: '', isBot: true });
  });
});

test.each(['', ' ', '-', 'x'.repeat(500), '\u0001', 'Mozilla/5.0'])(
  '%j tells little and breaks nothing',
  (userAgent) => {
    expect(read(userAgent).platform).toBe('');
  },
);
