/** Sample packages and pixels with their owners, popularity and releases over 120 days. */
import type { Importance } from 'contract/rules/fields';

export interface SamplePackage {
  owner: string;
  type: 'docker' | 'npm' | 'python' | 'file';
  name: string;
  description: string;
  /** Share of all sample traffic. */
  weight: number;
  /** Version and the day it came out, counted from the first sample day. */
  versions: [version: string, day: number][];
  importance?: Importance;
  backend_registry?: string;
  repository_name?: string;
  repository_url?: string;
  routes?: [incoming: string, outgoing: string | null][];
}

export interface SamplePixel {
  owner: string;
  name: string;
  package: string;
  weight: number;
  pages: string[];
}

/** The dashboard serves the file of their routes, so that it works without a network. */
export function samplePackages(dashboard: string): SamplePackage[] {
  return packages.map(({ routes, ...others }) => ({
    ...others,
    ...(routes && { routes: routes.map(([incoming, file]) => [incoming, file && dashboard + file]) }),
  }));
}

const packages: SamplePackage[] = [
  {
    owner: 'hopper-labs',
    type: 'docker',
    name: 'hopper-labs/compiler',
    description: 'Compiler as a service, one container',
    weight: 30,
    versions: [
      ['4.0.2', -200],
      ['4.1.0', -60],
      ['4.1.1', 10],
      ['4.2.0', 45],
      ['5.0.0', 92],
    ],
    importance: 'high',
    backend_registry: 'ghcr.io',
    repository_name: 'hopper-labs/compiler',
  },
  {
    owner: 'hopper-labs',
    type: 'file',
    name: 'flowmatic',
    description: 'Command-line builds for four platforms',
    weight: 18,
    versions: [
      ['2.3.0', -90],
      ['2.3.1', 5],
      ['2.4.0', 50],
      ['2.4.1', 71],
      ['2.5.0', 104],
    ],
    routes: [
      ['/flowmatic/{version}/flowmatic-{platform}.tar.gz', '/sample-download.txt?version={version}'],
      ['/install.sh', null],
    ],
  },
  {
    owner: 'hopper-labs',
    type: 'file',
    name: 'nanosecond',
    description: 'Time units that fit in a hand',
    weight: 16,
    versions: [
      ['1.8.0', -40],
      ['1.9.0', 30],
      ['2.0.0', 80],
    ],
    routes: [['/nanosecond/{version}/nanosecond-{platform}.zip', '/sample-download.txt']],
  },
  {
    owner: 'hopper-labs',
    type: 'docker',
    name: 'hopper-labs/debugger-moth',
    description: 'Finds the actual bug',
    weight: 9,
    versions: [
      ['0.9.4', -20],
      ['0.9.5', 40],
      ['1.0.0', 88],
    ],
    backend_registry: 'ghcr.io',
    repository_name: 'hopper-labs/debugger-moth',
  },
  {
    owner: 'hopper-labs',
    type: 'npm',
    name: '@hopper-labs/abacus',
    description: 'Exact arithmetic for JavaScript',
    weight: 12,
    versions: [
      ['3.1.0', -50],
      ['3.2.0', 35],
      ['4.0.0', 84],
    ],
    repository_url: 'https://registry.npmjs.org/',
  },
  {
    owner: 'hopper-labs',
    type: 'python',
    name: 'punchcards',
    description: 'Reads and writes punched cards',
    weight: 9,
    versions: [
      ['0.7.2', -30],
      ['0.8.0', 42],
      ['1.0.0', 98],
    ],
    repository_url: 'https://pypi.org/simple/',
  },
  {
    owner: 'ada',
    type: 'file',
    name: 'analytical-engine',
    description: 'The engine, in brass and in software',
    weight: 12,
    versions: [
      ['1.3.0', -70],
      ['1.4.0', 20],
      ['1.5.0', 77],
    ],
    routes: [['/engine/{version}/engine-{platform}.zip', '/sample-download.txt']],
  },
  {
    owner: 'ada',
    type: 'docker',
    name: 'ada/notes',
    description: 'Note G, ready to run',
    weight: 6,
    versions: [
      ['1.0', -30],
      ['1.1', 60],
    ],
    backend_registry: 'docker.io',
    repository_name: 'ada/notes',
  },
  {
    owner: 'ada',
    type: 'file',
    name: 'bernoulli',
    description: 'Bernoulli numbers without effort',
    weight: 2,
    versions: [
      ['0.2.0', -10],
      ['0.3.0', 66],
    ],
    routes: [['/bernoulli/{version}/bernoulli.tar.gz', '/sample-download.txt']],
    importance: 'low',
  },
];

export const samplePixels: SamplePixel[] = [
  {
    owner: 'hopper-labs',
    name: 'Compiler manual',
    package: 'hopper-labs/compiler',
    weight: 14,
    pages: ['/docs/install', '/docs/first-program', '/docs/operators', '/pricing', '/docs/upgrade-to-5'],
  },
  {
    owner: 'hopper-labs',
    name: 'Project readme',
    package: 'flowmatic',
    weight: 6,
    pages: ['/flowmatic', '/flowmatic/releases'],
  },
  {
    owner: 'ada',
    name: 'Engine notes',
    package: 'analytical-engine',
    weight: 5,
    pages: ['/notes/a', '/notes/g', '/notes/errata'],
  },
];
