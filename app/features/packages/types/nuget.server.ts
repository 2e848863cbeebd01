/** Texts of NuGet packages. */
import { nugetSource, registryCommands } from '../../../text/registry-commands';
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const nugetTexts: RegistryTexts = {
  explanation: '.NET packages for dotnet, NuGet, Visual Studio and Paket.',
  name: { placeholder: 'My.Package', hint: 'The package ID, in any spelling.' },
  registry: {
    placeholder: 'https://feed.example/v3/index.json',
    hint: 'Public feed of version 3: the URL of its service index, or the part before v3/index.json.',
  },
  file: 'package',
  installMethods,
};

/** As the source of everything, and of this package only. */
function installMethods(name: string, origin: string): InstallMethod[] {
  let source = nugetSource(origin);
  let at = { host: new URL(origin).host, origin };
  return [
    {
      title: 'Source of all packages',
      description: 'The gateway sends clients on to the feed for every package that is not served by it.',
      texts: [
        {
          label: 'nuget.config',
          text: configuration(['<packageSources>', '  <clear />', `  ${gateway(origin)}`, '</packageSources>']),
        },
        { label: 'Once', text: registryCommands.nuget(name, at).text },
        { label: 'NuGet, once', text: `nuget install ${name} -Source ${source}` },
        { label: 'paket.dependencies of Paket', text: `source ${source}\n\nnuget ${name}` },
      ],
    },
    {
      title: 'With another source',
      description: 'Only this package comes through the gateway. Needs NuGet 6 or later.',
      texts: [
        {
          label: 'nuget.config',
          text: configuration([
            '<packageSources>',
            `  ${gateway(origin)}`,
            '</packageSources>',
            '<packageSourceMapping>',
            '  <packageSource key="nuget.org">',
            '    <package pattern="*" />',
            '  </packageSource>',
            '  <packageSource key="gateway">',
            `    <package pattern="${name}" />`,
            '  </packageSource>',
            '</packageSourceMapping>',
          ]),
        },
      ],
    },
  ];
}

/** NuGet warns of a source without TLS, and since .NET 9 refuses it, unless this allows it. */
function gateway(origin: string): string {
  let plain = origin.startsWith('http:') ? ' allowInsecureConnections="true"' : '';
  return `<add key="gateway" value="${nugetSource(origin)}"${plain} />`;
}

function configuration(lines: readonly string[]): string {
  return ['<configuration>', ...lines.map((line) => `  ${line}`), '</configuration>'].join('\n');
}
