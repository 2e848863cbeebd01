/** Packages that are a name at a registry, by type: created with a preview, counted, changed. */
import { startFileServer, type FileServer } from '../support/file-server';
import { gatewayPort } from '../support/ports';
import { askGateway, expect, firstFigure, packageTab, test } from './product';

interface Case {
  type: string;
  label: string;
  name: string;
  /** Texts in the preview and on the page of the package. `{origin}` is the host of the package. */
  says: string[];
  /** The path of a download. */
  download: string;
  /** The body of a post to this path, where clients report downloads. */
  told?: object;
}

/**
 * Types that others stand for in a quick test: an index that is read, one that is not, and reports
 * of clients.
 */
const quick = new Set(['cargo']);

const cases: Case[] = [
  {
    type: 'hackage',
    label: 'Hackage',
    name: 'engine-core',
    says: ['  url: {origin}/', 'active-repositories:', 'download-prefix: {origin}/'],
    download: '/package/engine-core-1.0.tar.gz',
  },
  {
    type: 'cargo',
    label: 'Cargo',
    name: 'engine_core',
    says: ['cargo install engine_core --index sparse+{origin}/', '[source.crates-io]', '[registries.gateway]'],
    download: `/dl/engine_core/1.0.0/${'0'.repeat(64)}`,
  },
  {
    type: 'go',
    label: 'Go',
    name: 'example.com/Ada/engine/v2',
    says: [
      'GOPROXY={origin} go get example.com/Ada/engine/v2',
      'go env -w GOPROXY={origin},direct',
      'go env -w GONOSUMDB=example.com/Ada/engine/v2',
    ],
    download: '/example.com/!ada/engine/v2/@v/v2.0.0.zip',
  },
  {
    type: 'helm',
    label: 'Helm',
    name: 'engine-chart',
    says: [
      'helm install my-release engine-chart --repo {origin}',
      'helm repo add gateway {origin}',
      'kind: HelmRepository',
      'targetRevision: "*"',
    ],
    download: '/dl/engine-chart/engine-chart-1.0.0.tgz',
  },
  {
    type: 'maven',
    label: 'Maven',
    name: 'org.ada:engine-core',
    says: [
      '<url>{origin}/</url>',
      '<mirrorOf>central</mirrorOf>',
      '<mirrorOf>gateway</mirrorOf>',
      'includeModule("org.ada", "engine-core")',
      'isAllowInsecureProtocol = true',
      '("gateway" at "{origin}/").withAllowInsecureProtocol(true) +: ',
    ],
    download: '/org/ada/engine-core/1.0/engine-core-1.0.jar',
  },
  {
    type: 'composer',
    label: 'Composer',
    name: 'ada/engine',
    says: [
      'composer config secure-http false && composer config repositories.gateway composer {origin} && ' +
        'composer require ada/engine',
      '"url": "{origin}"',
      '"only": [ "ada/engine" ]',
    ],
    download: '/notify-batch',
    told: { downloads: [{ name: 'ada/engine', version: '1.0.0.0' }] },
  },
  {
    type: 'rubygems',
    label: 'RubyGems',
    name: 'engine-core',
    says: [
      'gem install engine-core --clear-sources --source {origin}',
      'source "{origin}" do',
      'bundle config set mirror.https://source.example {origin}',
    ],
    download: '/gems/engine-core-1.0.0-x86_64-linux.gem',
  },
  {
    type: 'nuget',
    label: 'NuGet',
    name: 'Ada.Engine',
    says: [
      'dotnet add package Ada.Engine --source {origin}/v3/index.json',
      '<add key="gateway" value="{origin}/v3/index.json" allowInsecureConnections="true" />',
      '<package pattern="Ada.Engine" />',
      'source {origin}/v3/index.json',
    ],
    download: '/v3/content/ada.engine/1.0.0/ada.engine.1.0.0.nupkg',
  },
];

let registry: FileServer;
test.beforeAll(async () => {
  registry = await startFileServer();
  registry.files.set('config.json', JSON.stringify({ dl: `${registry.url}crates` }));
  registry.files.set('packages.json', '{"notify-batch":"/told","packages":[]}');
  let chart = '  engine-chart:\n  - urls: [engine-chart-1.0.0.tgz]\n    version: 1.0.0\n';
  registry.files.set('index.yaml', `entries:\n${chart}`);
  let resources = [{ '@id': `${registry.url}flat/`, '@type': 'PackageBaseAddress/3.0.0' }];
  registry.files.set('v3/index.json', JSON.stringify({ resources }));
  registry.files.set('flat/ada.engine/index.json', '{"versions":["1.0.0"]}');
  registry.files.set('en/gi/engine_core', '{"name":"engine_core","vers":"1.0.0"}\n');
});
test.afterAll(() => registry.close());

for (let { type, label, name, says, download, told } of cases)
  // @spec 3: Hackage packages are created, redirected to their repository and counted
  // @spec 3: Go modules are created, redirected to their proxy and counted
  // @spec 3: Maven artifacts are created, redirected to their repository and counted
  // @spec 3: Composer packages are created, their metadata is served, and installations that
  //   clients tell are counted
  // @spec 3: Gems are created, redirected to their server and counted
  // @spec 3: NuGet packages are created, served with their index, redirected and counted
  test(
    `a package of type ${label} is created, shown with its commands, counted and changed`,
    {
      tag: quick.has(type) ? [] : '@slow',
    },
    async ({ page, registerAs, fresh, javaScriptEnabled }) => {
      let owner = fresh(type);
      let host = `${owner}.${type}.localhost`;
      let said = says.map((one) => one.replace('{origin}', `http://${host}:${gatewayPort}`));
      await registerAs(owner);
      await page.goto(`/new-package/${owner}`);
      await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${label}\\b`) })
        .first()
        .click();

      let preview = page.getByRole('region', { name: 'Preview' });
      await page.getByLabel('Package name').fill(name);
      await page.getByLabel('Backend registry').fill(registry.url);
      if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Preview' }).click();
      for (let text of said) await expect(preview).toContainText(text);
      await page.getByRole('button', { name: 'Create package' }).click();
      await expect(page.getByRole('heading', { name: / is ready$/ })).toBeVisible();
      await page.getByRole('link', { name: 'Go to your package' }).click();
      for (let text of said) await expect(page.getByRole('main')).toContainText(text);

      let answer = await askGateway(`${host}:${gatewayPort}`, download, {}, told && JSON.stringify(told));
      expect(answer.status).toBe(307);
      await packageTab(page, 'Overview').click();
      await expect(firstFigure(page)).toContainText('1');

      await packageTab(page, 'Settings').click();
      await page.getByRole('link', { name: 'Edit', exact: true }).first().click();
      await page.getByLabel('Backend registry').fill('https://other.example/all');
      await page.getByRole('button', { name: 'Save package' }).click();
      await expect(page.getByText('https://other.example/all/').first()).toBeVisible();
      expect((await askGateway(host, '/elsewhere', {})).headers.location).toBe('https://other.example/all/elsewhere');
    },
  );
