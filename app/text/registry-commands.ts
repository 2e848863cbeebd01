/**
 * The command for the users of a package that is a name at a registry, and one to test it. Apart
 * from the words of the types, which every page loads.
 */
import type { RegistryTypeName } from 'contract/packages/package-types/registry-names';
import type { PackageCommand, PackageHost } from 'contract/packages/package-types/type';

export const registryCommands: Record<RegistryTypeName, (name: string, at: PackageHost) => PackageCommand> = {
  npm: (name, { origin }) => install(`npm install ${name} --registry ${origin}/`),
  python: (name, at) => install(pipInstall(name, 'index-url', at)),
  hackage: (_, { host, origin }) => ({
    label: 'Repository for cabal.project',
    text: `repository ${host.replace(/:.*/, '')}\n  url: ${origin}/\n  secure: True`,
  }),
  cargo: (name, { origin }) => install(`cargo install ${name} --index sparse+${origin}/`),
  go: (name, { origin }) => install(`GOPROXY=${origin} go get ${name}`),
  maven: (_, { origin }) => ({
    label: 'Repository for pom.xml',
    text: `<repository>\n  <id>gateway</id>\n  <url>${origin}/</url>\n</repository>`,
  }),
  composer: (name, { origin }) => install(`${addRepository(origin)} && composer require ${name}`),
  // gem appends to its sources unless they are cleared first.
  rubygems: (name, { origin }) => install(`gem install ${name} --clear-sources --source ${origin}`),
  helm: (name, { origin }) => install(`helm install my-release ${name} --repo ${origin}`),
  nuget: (name, { origin }) => install(`dotnet add package ${name} --source ${nugetSource(origin)}`),
};

/**
 * A command that downloads the latest version once without installing it. Without the client's
 * cache, which would hide the download from the gateway.
 */
export const registryTests: Record<RegistryTypeName, (name: string, at: PackageHost) => string> = {
  npm: (name, { origin }) => `npm pack ${name} --registry ${origin}/ --cache "$(mktemp -d)"`,
  python: (name, at) => `${pip('download', name, 'index-url', at)} --no-deps --no-cache-dir --dest "$(mktemp -d)"`,
  hackage: (name, { origin }) => {
    let config = String.raw`repository gateway\n  url: ${origin}/\n  secure: True\nremote-repo-cache: packages\n`;
    let cabal = 'cabal --config-file=config';
    return `cd "$(mktemp -d)" && printf '${config}' > config && ${cabal} update && ${cabal} get ${name}`;
  },
  cargo: (name, { origin }) => `CARGO_HOME="$(mktemp -d)" cargo info ${name} --index sparse+${origin}/`,
  go: (name, { origin }) =>
    `GOMODCACHE="$(mktemp -d)" GOFLAGS=-modcacherw GOPROXY=${origin} go mod download ${name}@latest`,
  // mvn itself refuses repositories without TLS, which a local gateway is.
  maven: (name, { origin }) => {
    let [group = '', artifact = ''] = name.split(':');
    let folder = `${origin}/${group.replaceAll('.', '/')}/${artifact}`;
    let release = String.raw`sed -n 's:.*<release>\(.*\)</release>.*:\1:p'`;
    return `v=$(curl -sSL ${folder}/maven-metadata.xml | ${release}); curl -sSLo ${artifact}.jar ${folder}/$v/${artifact}-$v.jar`;
  },
  composer: (name, { origin }) => {
    let plain = origin.startsWith('http:') ? ' --no-secure-http' : '';
    let repository = `--repository='{"type":"composer","url":"${origin}"}'`;
    return `composer create-project ${name} "$(mktemp -d)" --no-install --no-scripts ${repository}${plain}`;
  },
  rubygems: (name, { origin }) => `gem fetch ${name} --clear-sources --source ${origin}`,
  helm: (name, { origin }) => `helm pull ${name} --repo ${origin} --destination "$(mktemp -d)"`,
  nuget: (name, { origin }) => {
    let plain = origin.startsWith('http:') ? ' --allow-insecure-connections' : '';
    let source = `--source ${nugetSource(origin)}${plain}`;
    return `NUGET_HTTP_CACHE_PATH="$(mktemp -d)" dotnet package download ${name} ${source} --output "$(mktemp -d)"`;
  },
};

function install(text: string): PackageCommand {
  return { label: 'Install command', text };
}

/** The install command of pip. */
export function pipInstall(name: string, option: IndexOption, at: PackageHost): string {
  return pip('install', name, option, at);
}

type IndexOption = 'index-url' | 'extra-index-url';

/** pip refuses an index without TLS unless its host is named. */
function pip(verb: string, name: string, option: IndexOption, { host, origin }: PackageHost): string {
  return `pip ${verb} ${name} --${option} ${origin}/simple/${origin.startsWith('http:') ? ` --trusted-host ${host}` : ''}`;
}

/** Adds the gateway to a Composer project; hosts without TLS need a setting. */
export function addRepository(origin: string): string {
  let plain = origin.startsWith('http:') ? 'composer config secure-http false && ' : '';
  return `${plain}composer config repositories.gateway composer ${origin}`;
}

/** The service index of a host. */
export function nugetSource(origin: string): string {
  return `${origin}/v3/index.json`;
}
