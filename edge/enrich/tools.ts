/**
 * Programs by their user agents. Each is known by a word of its user agent; the first that fits
 * wins, so wrappers stand before what they wrap.
 */
import * as limits from 'contract/limits';

/**
 * What a program is for: `tool` is started by people and by scripts alike, `library` is what other
 * programs are made with, the others run by themselves.
 */
export type ProgramKind =
  | 'tool'
  | 'library'
  | 'ci'
  | 'cluster'
  | 'automation'
  | 'mirror'
  | 'image-proxy'
  | 'ai-user'
  | 'ai-crawler'
  | 'headless'
  | 'bot';

export interface Program {
  client: string;
  kind: ProgramKind;
  /** The one platform it runs on, where its user agent does not say. */
  platform?: string | undefined;
}

/** A program, and the version of it that a user agent says; empty where it says none. */
export interface NamedProgram extends Program {
  version: string;
}

type Row = [client: string, spelling: RegExp, platform?: string];

/**
 * In the order in which they are tried. The version is read behind what a spelling matches, so some
 * take in what stands before it.
 */
const programs: [kind: ProgramKind, rows: Row[]][] = [
  [
    'image-proxy',
    [
      ['github-camo', /^github-camo/i],
      ['GoogleImageProxy', /GoogleImageProxy/],
      ['YahooMailProxy', /YahooMailProxy/],
      ['Outlook image proxy', /OutlookImageProxy|^microsoft office existence/i],
      ['go-camo', /^go-camo/i],
    ],
  ],
  [
    'ai-user',
    [
      ['ChatGPT-User', /ChatGPT-User/i],
      ['Claude-User', /Claude-User/i],
      ['Claude Code', /claude-code/i],
      ['Perplexity-User', /Perplexity-?User/i],
      ['Amzn-User', /Amzn-User/i],
      ['MistralAI-User', /MistralAI-User/i],
      ['Gemini Deep Research', /Gemini-Deep-Research/i],
      ['Google NotebookLM', /Google-NotebookLM/i],
      ['Google GeminiNotebook', /Google-GeminiNotebook/i],
      ['GoogleAgent', /Google-?Agent/i],
      ['NovaAct', /NovaAct/i],
      ['DuckAssistBot', /DuckAssistBot/i],
      ['meta-externalfetcher', /meta-externalfetcher/i],
      ['Manus-User', /Manus-User/i],
      ['Kimi-User', /Kimi-User/i],
      ['Shap-User', /Shap-User/i],
      ['kagi-fetcher', /kagi-fetcher/i],
      ['AmazonBuyForMe', /AmazonBuyForMe/i],
      ['AgentCore Browser', /Amazon-Bedrock-AgentCore-Browser/i],
      ['Devin', /\bDevin\/(?=\d)/],
      ['opencode', /^opencode\b/i],
      ['cohere-ai', /^cohere-ai/i],
    ],
  ],
  [
    'ai-crawler',
    [
      ['GPTBot', /GPTBot/i],
      ['OAI-SearchBot', /OAI-SearchBot/i],
      ['Claude-SearchBot', /Claude-SearchBot/i],
      ['ClaudeBot', /ClaudeBot|Claude-Web|anthropic-ai/i],
      ['PerplexityBot', /PerplexityBot/i],
      ['CCBot', /CCBot/],
      ['Bytespider', /Bytespider|TikTokSpider/i],
      ['Amazonbot', /Amazonbot/i],
      ['Amzn-SearchBot', /Amzn-SearchBot/i],
      ['AzureAI-SearchBot', /AzureAI-SearchBot/i],
      ['Applebot-Extended', /Applebot-Extended/i],
      ['meta-externalagent', /meta-externalagent/i],
      ['cohere-training-data-crawler', /cohere-training-data-crawler/i],
      ['Diffbot', /Diffbot/i],
      ['AI2Bot', /AI2Bot/i],
      ['YouBot', /YouBot/],
      ['ImagesiftBot', /ImagesiftBot/i],
      ['omgili', /omgili|webzio/i],
      ['Timpibot', /Timpibot/i],
      ['PanguBot', /PanguBot/i],
      ['DeepSeekBot', /DeepSeekBot/i],
      ['Google-Extended', /Google-Extended/i],
      ['Apify', /Apify(?:Bot|WebsiteContentCrawler)/i],
      ['TavilyBot', /TavilyBot/i],
      ['LinkupBot', /LinkupBot/i],
      ['PhindBot', /PhindBot/i],
      ['ShapBot', /ShapBot/i],
      ['ChatGLM-Spider', /ChatGLM-Spider/i],
      ['Cloudflare-AutoRAG', /Cloudflare-AutoRAG/i],
      ['atlassian-bot', /atlassian-bot/i],
      ['Brightbot', /Brightbot/i],
      ['Channel3Bot', /Channel3Bot/i],
      ['Aranet-SearchBot', /Aranet-SearchBot/i],
      ['KunatoCrawler', /KunatoCrawler/i],
      ['iaskspider', /iaskspider/i],
      ['TerraCotta', /Terra ?Cotta/i],
      ['crawl4ai', /crawl4ai(?:-adapter)?/i],
      ['Andibot', /Andibot/i],
    ],
  ],
  [
    'headless',
    [
      ['HeadlessChrome', /HeadlessChrome/],
      ['PhantomJS', /PhantomJS/],
    ],
  ],
  [
    'bot',
    [
      ['meta-externalads', /meta-externalads/i],
      ['Artifact Hub', /artifact ?hub/i],
      ['Better Uptime', /better ?(?:uptime|stack)/i],
      ['UptimeRobot', /UptimeRobot/i],
      ['Uptime Kuma', /uptime-kuma/i],
      ['Pingdom', /pingdom/i],
      ['StatusCake', /statuscake/i],
      ['Site24x7', /site24x7/i],
      ['Datadog', /datadog/i],
      ['New Relic', /newrelic/i],
      ['kube-probe', /^kube-probe/i],
      ['Blackbox Exporter', /^blackbox exporter/i],
      ['Prometheus', /^prometheus\//i],
      ['ELB-HealthChecker', /^ELB-HealthChecker/],
      ['GoogleHC', /^GoogleHC/],
      ['lychee', /^lychee\//i],
      ['zgrab', /zgrab/i],
      ['masscan', /masscan/i],
      ['Nikto', /\bNikto\//],
      ['Siege', /\bSiege\//],
      ['Nmap', /nmap scripting/i],
      ['CensysInspect', /CensysInspect/i],
      ['Expanse', /^expanse|paloaltonetworks/i],
    ],
  ],
  [
    'ci',
    [
      ['GitHub Actions runner', /^(?:OrchestrationId\/\S+ )?GitHubActionsRunner/i],
      ['GitHub Actions', /^(?:@actions|actions)\//i],
      ['GitLab runner', /^gitlab-runner/i],
      ['Azure Pipelines', /^(?:VSTS|AzurePipelines|VstsAgent)/i],
      ['Jenkins', /^jenkins\//i],
      ['CircleCI', /^circleci/i],
      ['Buildkite', /^buildkite/i],
      ['TeamCity', /^teamcity(?: agent)?/i],
      ['Drone', /^drone\//i],
      ['Tekton', /^tekton/i],
    ],
  ],
  [
    'mirror',
    [
      ['bandersnatch', /^bandersnatch\//i],
      ['devpi', /^devpi/i],
      ['pep381client', /pep381client/i],
      ['artifactory', /^artifactory\//i],
      ['nexus', /^nexus\//i],
      ['harbor', /^harbor-registry-client/i],
      ['verdaccio', /verdaccio/i],
      ['cnpm', /cnpm(?:core|js)?\b.*?\/|^cnpm/i],
      ['pulp', /^pulp/i],
      ['spegel', /^spegel/i],
      ['dragonfly', /^dragonfly|^dfget/i],
      ['docker-registry-proxy', /docker-registry-proxy/i],
      ['Go module mirror', /^GoModuleMirror/i],
      ['Athens', /^athens/i],
      ['apt-cacher-ng', /apt-cacher/i],
      ['debmirror', /^debmirror\/(?:\d+:)?/i],
      ['squid', /^squid/i],
      ['gitea', /^gitea/i],
    ],
  ],
  [
    'automation',
    [
      ['renovate', /renovate/i],
      ['dependabot', /dependabot/i],
      ['watchtower', /^watchtower/i],
      ['diun', /^diun\//i],
      ['flux', /^(?:flux|source-controller|image-reflector-controller)\b/i],
      ['argocd', /^argo-?cd(?:-image-updater:)?/i],
      ['keel', /^keel\//i],
      ['trivy', /^trivy/i],
      ['grype', /^(?:\.?\/\S*\/)?grype/i],
      ['syft', /^(?:\.?\/\S*\/)?syft/i],
      ['snyk', /snyk/i],
      ['clair', /^clair/i],
      ['anchore', /^anchore/i],
      ['regclient', /^(?:regclient\/)?(?:regclient|regctl|regsync|regbot)(?: \()?/i],
      ['kaniko', /^kaniko\//i],
      ['ansible', /^ansible-httpget/i],
      ['puppet', /^puppet\//i],
      ['chef', /^chef client\//i],
      ['salt', /^salt\//i],
    ],
  ],
  [
    'cluster',
    [
      ['containerd', /^containerd\//i],
      ['cri-o', /^cri-o\//i],
      ['kubelet', /^kubelet/i],
    ],
  ],
  [
    'tool',
    [
      ['docker', /^docker\/|docker-client\//i],
      ['podman', /^(?:libpod|podman)\//i],
      ['skopeo', /^skopeo\//i],
      ['buildah', /^buildah\//i],
      ['containers/image', /^containers\/|containers\/image/i],
      ['buildkit', /^buildkit\//i],
      ['nerdctl', /^nerdctl\//i],
      ['cosign', /^cosign\//i],
      ['crane', /^(?:g?crane|go-containerregistry)\//i],
      ['oras', /^oras/i],
      ['devcontainer', /^devcontainers?\b/i],
      ['homebrew', /^homebrew\//i],
      ['nix', /\bnix\/(?=\d)/i],
      ['scoop', /^scoop\//i, 'windows'],
      ['winget', /(?:winget-cli )?windowspackagemanager|winget-cli/i, 'windows'],
      ['chocolatey', /^chocolatey(?: command line)?/i, 'windows'],
      ['BITS', /^microsoft bits/i, 'windows'],
      ['powershell', /powershell\/(?=\d)/i],
      ['pnpm', /^pnpm\//i],
      ['yarn', /^yarn\//i],
      ['bun', /^bun\//i],
      ['deno', /^deno\//i],
      ['npm', /^npm\/|\bnpm-registry-fetch\S*|^npm /i],
      ['poetry', /^poetry\//i],
      ['uv', /^uv\//i],
      ['pdm', /^(?:pdm|unearth)\//i],
      ['pipenv', /^pipenv\//i],
      ['pip', /^pip\//i],
      ['twine', /^twine\//i],
      ['mamba', /^(?:micro)?mamba\/|^libmamba/i],
      ['pixi', /^pixi\//i],
      ['conda', /^conda\//i],
      ['hatch', /^hatch\//i],
      ['setuptools', /^setuptools\/|^distribute\//i],
      ['cargo-binstall', /^cargo-binstall/i],
      ['cargo', /^cargo[ /]/i],
      ['rustup', /^rustup\//i],
      ['helm', /^helm\//i],
      ['opentofu', /opentofu/i],
      ['terraform', /terraform\//i],
      ['bundler', /^bundler\//i],
      ['rubygems', /rubygems\//i],
      ['composer', /^composer\//i],
      ['maven', /^apache-maven\//i],
      ['gradle', /^gradle\//i],
      ['sbt', /^(?:sbt|coursier)\//i],
      ['ivy', /^apache[ -]ivy\//i],
      ['nuget', /^nuget[^/(]*/i],
      ['cabal', /^cabal-install\//i],
      ['stack', /^(?:the )?haskell(?:-| )stack/i],
      ['hex', /^(?:hex_core\/\S+ )?hex\//i],
      ['mix', /^mix\//i],
      ['pub', /^dart pub /i],
      ['cocoapods', /^cocoapods\//i],
      ['bazel', /^bazel(?:isk)?\//i],
      ['conan', /^conan\//i],
      ['luarocks', /^luarocks/i],
      ['cpanminus', /^cpanminus\//i],
      ['dub', /^dub\//i],
      ['opam', /^opam\//i],
      ['vcpkg', /^vcpkg\b/i],
      ['R', /^R(?:Studio)? ?[/(]|^(?:libcurl|httr2)\/.*\br-curl\/\S*/],
      ['cursor', /\bCursor\/(?=\d)/],
      ['vscode', /^VSCode\b|\bCode\/(?=\d.*Electron\/)/],
      ['apt', /\bapt-(?:http|curl)\/(?:[\d.]+ \()?/i, 'linux'],
      ['dnf', /^libdnf|^dnf5?\b/i, 'linux'],
      ['yum', /(?:^urlgrabber\/\S+ )?\byum\/(?=\d)|^urlgrabber\//i, 'linux'],
      ['zypper', /^zypp /i, 'linux'],
      ['pacman', /^pacman\//i],
      ['apk', /^apk-tools\//i, 'linux'],
      ['snap', /^snapd\//i, 'linux'],
      ['flatpak', /^flatpak|ostree\//i, 'linux'],
      ['guix', /^gnu guile|guix/i],
      ['asdf', /^asdf\b/i],
      ['mise', /^mise\//i],
      ['volta', /^volta\//i],
      ['git-lfs', /^git-lfs\//i],
      ['git', /^git\//i],
      // The number behind it is the form of the agent, not the version of Go.
      ['go', /^go\/|^go-getter|^GoCommand\/\d+/i],
      ['wget', /^wget/i],
      ['curl', /^curl\/|^libcurl/i],
      ['aria2', /^aria2\//i],
      ['httpie', /^httpie\//i],
      ['xh', /^xh\//i],
      ['axel', /^axel\//i],
      ['lftp', /^lftp\//i],
      ['hurl', /^hurl\//i],
      ['links', /^e?links(?:\/| \()/i],
      ['lynx', /^lynx\//i],
      ['w3m', /^w3m\//i],
      ['nscurl', /^nscurl\//i, 'macos'],
      ['postman', /^postman/i],
      ['apidog', /^apidog\//i],
      ['insomnia', /^insomnia/i],
      ['fetch', /^fetch libfetch|libfetch\//i],
    ],
  ],
  [
    'library',
    [
      // The number is the version of HTTP or of the package, never that of Go.
      ['go', /^go-http-client\/[\d.]+|^go \d.*package http/i],
      ['requests', /^python-requests\//i],
      ['httpx', /^python-httpx\//i],
      ['aiohttp', /aiohttp\//i],
      ['urllib', /^python-urllib|^urllib3?\//i],
      ['httplib2', /^python-httplib2\//i],
      ['tornado', /^tornado\//i],
      ['java', /^java(?:-http-client)?\/|^apache-httpclient\/|\bokhttp\//i],
      [
        'node',
        /^node(?:\.js)?$|^node-fetch|^axios\/|^undici|^got[ /(]|^node\/|^needle\/|^octokit[\w.-]*\/|^make-fetch-happen\//i,
      ],
      [
        'ruby',
        /^ruby$|^ruby\/|^faraday|^rest-client\/|^excon\/|^typhoeus\b|^http\.rb\/|^httpclient\/\S+ \((?=[\d.]+, ruby)/i,
      ],
      ['perl', /^libwww-perl\/|^lwp(?:-|::)\w+\/|^http-tiny\/|^mojolicious\b/i],
      ['php', /^guzzlehttp\/|^symfony\b|^php-soap\//i],
      ['rust', /^reqwest\/|^ureq\//i],
      ['dotnet', /^\.net|^dotnet|^restsharp\//i],
      ['pycurl', /^pycurl\//i],
      ['racket', /^racket\//i],
      ['resty', /^go-resty\/|^resty\//i],
      ['winhttp', /\bwinhttp\b/i],
      ['Electron', /\bElectron\/(?=\d)/],
    ],
  ],
];

const rows = programs.flatMap(([kind, some]) =>
  some.map(([client, spelling, platform]) => ({ spelling, program: { client, kind, platform } satisfies Program })),
);

/** The program a user agent names, with its version; undefined when it names none of ours. */
export function programIn(userAgent: string): NamedProgram | undefined {
  for (let { spelling, program } of rows) {
    let found = spelling.exec(userAgent);
    if (found) return { ...program, version: versionIn(userAgent.slice(found.index + found[0].length)) };
  }
  return undefined;
}

/**
 * The version that stands behind the name of a program, as `/1.2.3`, ` v1.2` or `@1.2`, without what
 * a build adds behind a plus.
 */
export function versionIn(rest: string): string {
  return (/^(?:[\w-]*[/ @])?v?(\d(?:[\w.-]*\w)?)/i.exec(rest)?.[1] ?? '').slice(0, limits.versionMax);
}
