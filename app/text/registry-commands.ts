/**
 * The command for the users of a package that is a name at a registry. Apart from the words of the
 * types, which every page loads.
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
};

function install(text: string): PackageCommand {
  return { label: 'Install command', text };
}

/** The command of pip. It refuses an index without TLS unless its host is named. */
export function pipInstall(
  name: string,
  option: 'index-url' | 'extra-index-url',
  { host, origin }: PackageHost,
): string {
  return `pip install ${name} --${option} ${origin}/simple/${origin.startsWith('http:') ? ` --trusted-host ${host}` : ''}`;
}

/** Adds the gateway to a Composer project; hosts without TLS need a setting. */
export function addRepository(origin: string): string {
  let plain = origin.startsWith('http:') ? 'composer config secure-http false && ' : '';
  return `${plain}composer config repositories.gateway composer ${origin}`;
}
