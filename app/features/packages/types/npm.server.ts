/** Texts of npm packages. */
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const npmTexts: RegistryTexts = {
  explanation: 'Packages for npm, Yarn, pnpm and Bun.',
  name: {
    placeholder: '@my-scope/my-package',
    hint: 'The name in package.json.',
  },
  registry: {
    placeholder: 'https://registry.example',
    hint: 'Public registry.',
  },
  file: 'tarball',
  installMethods,
};

/** As the registry of the package's scope, if any, and as the registry of everything. */
function installMethods(name: string, origin: string): InstallMethod[] {
  let scope = scopeOf(name);
  return scope ? [scopeRegistry(scope, origin), wholeRegistry(name, origin)] : [wholeRegistry(name, origin)];
}

function scopeRegistry(scope: string, origin: string): InstallMethod {
  let registry = `${origin}/`;
  return {
    title: `Registry of the scope ${scope}`,
    description: `Packages of ${scope} come through the gateway, all others as before.`,
    texts: [
      { label: 'npm', text: `npm config set ${scope}:registry ${registry}` },
      { label: 'Line of .npmrc for npm, pnpm, Yarn 1 and Bun', text: `${scope}:registry=${registry}` },
      { label: 'pnpm', text: `pnpm config set ${scope}:registry ${registry}` },
      {
        label: '.yarnrc.yml of Yarn 2 and later',
        text: [
          'npmScopes:',
          `  ${scope.slice(1)}:`,
          `    npmRegistryServer: "${origin}"`,
          ...yarnWithoutTls(origin),
        ].join('\n'),
      },
      { label: 'bunfig.toml of Bun', text: `[install.scopes]\n"${scope}" = "${registry}"` },
    ],
  };
}

function wholeRegistry(name: string, origin: string): InstallMethod {
  let registry = `${origin}/`;
  return {
    title: 'Registry of all packages',
    description: 'The gateway sends clients on to the registry for every package that is not served by it.',
    texts: [
      { label: 'Once', text: `npm install ${name} --registry ${registry}` },
      { label: 'npm', text: `npm config set registry ${registry}` },
      { label: 'Line of .npmrc for npm, pnpm, Yarn 1 and Bun', text: `registry=${registry}` },
      { label: 'pnpm', text: `pnpm config set registry ${registry}` },
      {
        label: '.yarnrc.yml of Yarn 2 and later',
        text: [`npmRegistryServer: "${origin}"`, ...yarnWithoutTls(origin)].join('\n'),
      },
      { label: 'bunfig.toml of Bun', text: `[install]\nregistry = "${registry}"` },
    ],
  };
}

/** Yarn rejects a registry without TLS unless its host is listed. */
function yarnWithoutTls(origin: string): string[] {
  let { protocol, hostname } = new URL(origin);
  return protocol === 'http:' ? ['unsafeHttpWhitelist:', `  - "${hostname}"`] : [];
}

/** `@ada` of `@ada/engine`; empty without a scope. */
function scopeOf(name: string): string {
  return /^(@[^/]+)\//.exec(name)?.[1] ?? '';
}
