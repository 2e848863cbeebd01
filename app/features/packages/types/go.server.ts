/** Texts of Go modules. */
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const goTexts: RegistryTexts = {
  explanation: 'Go modules, for everyone who sets GOPROXY to your gateway.',
  name: {
    placeholder: 'example.com/me/my-module',
    hint: 'The module path in go.mod. A path that ends in /v2 is a separate module.',
  },
  registry: {
    placeholder: 'https://proxy.example',
    hint: 'Public module proxy.',
  },
  file: 'zip file',
  installMethods,
};

function installMethods(name: string, origin: string): InstallMethod[] {
  return [
    {
      title: 'Proxy of all modules',
      description:
        'The gateway redirects all requests to the module proxy. It only counts people who set GOPROXY: ' +
        'without it, go asks another proxy, which is not counted.',
      texts: [
        { label: 'For every command', text: `go env -w GOPROXY=${origin}` },
        { label: 'For one command', text: `GOPROXY=${origin} go get ${name}` },
        {
          label: 'With the repositories for what the proxy does not have; they are not counted',
          text: `go env -w GOPROXY=${origin},direct`,
        },
      ],
    },
    {
      title: 'Modules that are not public',
      description:
        'go asks a checksum database about every new module, and refuses those that it does not know. GONOSUMDB ' +
        'leaves a module out. What GOPRIVATE or GONOPROXY names does not come through the gateway.',
      texts: [{ label: 'Once', text: `go env -w GONOSUMDB=${name}` }],
    },
  ];
}
