/** Texts of Python packages. */
import { pipInstall } from '../../../text/registry-commands';
import type { PackageHost } from 'contract/packages/package-types/type';
import { normalName } from 'contract/packages/python-names';
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const pythonTexts: RegistryTexts = {
  explanation: 'Packages for pip, uv, Poetry and PDM.',
  name: {
    placeholder: 'my-package',
    hint: 'The name after pip install.',
  },
  registry: {
    placeholder: 'https://registry.example/simple/',
    hint: 'Public simple index.',
  },
  file: 'files',
  installMethods,
};

/** As the only index, and as an extra index. */
function installMethods(name: string, origin: string): InstallMethod[] {
  let { host, protocol } = new URL(origin);
  let plainHost = protocol === 'http:' ? host : undefined;
  let at = { name, at: { host, origin }, index: `${origin}/simple/`, plainHost };
  return [wholeIndex(at), extraIndex(at)];
}

interface Place {
  name: string;
  at: PackageHost;
  index: string;
  /** A host without TLS, which some clients have to trust explicitly. */
  plainHost: string | undefined;
}

function wholeIndex({ name, at, index, plainHost }: Place): InstallMethod {
  return {
    title: 'Index of all packages',
    description: 'The gateway sends clients on to the registry for every package that is not served by it.',
    texts: [
      { label: 'pip, once', text: pipInstall(name, 'index-url', at) },
      {
        label: 'pip.conf',
        text: lines('[global]', `index-url = ${index}`, plainHost && `trusted-host = ${plainHost}`),
      },
      {
        label: 'requirements.txt',
        text: lines(`--index-url ${index}`, plainHost && `--trusted-host ${plainHost}`, name),
      },
      { label: 'uv, once', text: `uv pip install ${name} --default-index ${index}` },
      {
        label: 'pyproject.toml of uv',
        text: lines('[[tool.uv.index]]', 'name = "gateway"', `url = "${index}"`, 'default = true'),
      },
      { label: 'Poetry', text: `poetry source add --priority=primary gateway ${index}` },
      {
        label: 'pyproject.toml of PDM',
        text: lines('[[tool.pdm.source]]', 'name = "pypi"', `url = "${index}"`, plainHost && 'verify_ssl = false'),
      },
    ],
  };
}

function extraIndex({ name, at, index, plainHost }: Place): InstallMethod {
  let key = normalName(name);
  return {
    title: 'With another index',
    description:
      'Only this package comes through the gateway. pip checks both indexes and prefers the gateway for versions that both have.',
    texts: [
      { label: 'pip, once', text: pipInstall(name, 'extra-index-url', at) },
      {
        label: 'pip.conf',
        text: lines('[global]', `extra-index-url = ${index}`, plainHost && `trusted-host = ${plainHost}`),
      },
      {
        label: 'requirements.txt',
        text: lines(`--extra-index-url ${index}`, plainHost && `--trusted-host ${plainHost}`, name),
      },
      {
        label: 'pyproject.toml of uv',
        text: lines(
          '[[tool.uv.index]]',
          'name = "gateway"',
          `url = "${index}"`,
          'explicit = true',
          '',
          '[tool.uv.sources]',
          `${key} = { index = "gateway" }`,
        ),
      },
      {
        label: 'Poetry',
        text: lines(`poetry source add --priority=explicit gateway ${index}`, `poetry add --source gateway ${name}`),
      },
      {
        label: 'pyproject.toml of PDM',
        text: lines(
          '[[tool.pdm.source]]',
          'name = "gateway"',
          `url = "${index}"`,
          `include_packages = ["${key}"]`,
          plainHost && 'verify_ssl = false',
        ),
      },
    ],
  };
}

function lines(...all: (string | undefined)[]): string {
  return all.filter((line) => line !== undefined).join('\n');
}
