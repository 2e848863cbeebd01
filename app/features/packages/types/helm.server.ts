/** Texts of Helm charts. */
import { registryCommands } from '../../../text/registry-commands';
import type { RegistryTexts } from './type';
import type { InstallMethod } from './install-methods';

export const helmTexts: RegistryTexts = {
  explanation: 'Charts for Helm, Flux and Argo CD.',
  name: { placeholder: 'my-chart', hint: 'The name in Chart.yaml.' },
  registry: {
    placeholder: 'https://charts.example',
    hint: 'Public chart repository: the URL with index.yaml.',
  },
  file: 'archive',
  installMethods,
};

function installMethods(name: string, origin: string): InstallMethod[] {
  return [
    {
      title: 'Helm',
      description: 'Other charts of the repository are included and come from their original location.',
      texts: [
        { label: 'Once', text: registryCommands.helm(name, { host: new URL(origin).host, origin }).text },
        {
          label: 'With the repository added',
          text: `helm repo add gateway ${origin}\nhelm install my-release gateway/${name}`,
        },
        {
          label: 'Chart.yaml of a chart that needs it',
          text: `dependencies:\n  - name: ${name}\n    version: "*"\n    repository: ${origin}`,
        },
      ],
    },
    {
      title: 'Flux and Argo CD',
      description: 'The rest of their resources stays as it is.',
      texts: [
        {
          label: 'Repository of Flux',
          text: [
            'apiVersion: source.toolkit.fluxcd.io/v1',
            'kind: HelmRepository',
            'metadata:',
            '  name: gateway',
            'spec:',
            '  interval: 1h',
            `  url: ${origin}`,
          ].join('\n'),
        },
        {
          label: 'Source of an application of Argo CD',
          text: `source:\n  repoURL: ${origin}\n  chart: ${name}\n  targetRevision: "*"`,
        },
      ],
    },
  ];
}
