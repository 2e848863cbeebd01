/** Names of packages at registries: accepted and refused ones. */
import { registryNames, type RegistryTypeName } from 'contract/packages/package-types/registry-names';
import { packageName } from 'contract/rules/registry-rules';
import { refusalOf } from 'contract/floor/rules';
import { expect, test } from 'vitest';

const names: { [Type in RegistryTypeName]?: { taken: string[]; refused: string[] } } = {
  composer: {
    taken: ['ada/engine', 'Ada/Engine', 'ada-b/engine--core_2.x', '1/2'],
    refused: [
      'engine',
      '/engine',
      'ada/',
      'ada/engine/core',
      'ada/-engine',
      'ada/engine---core',
      'ada/en gine',
      'ada/é',
    ],
  },
  go: {
    taken: [
      'example.com/ada/engine',
      'example.com/Ada/engine/v2',
      'yaml.example/yaml.v3',
      'k8s.example',
      'example.com/~ada/_engine-',
    ],
    refused: [
      'engine',
      'Example.com/ada/engine',
      'example.com/',
      'example.com/ada/',
      'example.com//engine',
      'example.com/.engine',
      'example.com/ada/..',
      'example.com/engine@v1.0.0',
      'https://example.com/ada/engine',
      'example.com/!ada/engine',
      '-example.com/ada',
    ],
  },
  rubygems: {
    taken: ['engine', 'Engine-core_2.x', '_', '2d'],
    refused: ['-engine', '.engine', 'engine core', 'engine/core', 'engine@1', 'énginé'],
  },
  maven: {
    taken: ['org.ada:engine', 'engine:engine', 'org.ada.my-group:engine_core_2.13', 'Org.Ada_1:engine.core'],
    refused: [
      'engine',
      'org.ada:',
      ':engine',
      'org..ada:engine',
      'org.ada.:engine',
      'org.ada:.engine',
      'a:b:c',
      'a/b:c',
    ],
  },
  nuget: {
    taken: ['Engine', 'Ada.Engine-core_2', 'a', '_1'],
    refused: ['.Engine', 'Engine.', 'Ada..Engine', 'ada/engine', 'ada engine', 'énginé'],
  },
  helm: {
    taken: ['engine', 'engine-core', 'Engine_2.core'],
    refused: ['.engine', '..', 'ada/engine', 'engine core', 'oci://engine'],
  },
};

const all = Object.entries(names).flatMap(([type, { taken, refused }]) => [
  ...taken.map((name) => ({ type, name, said: 'taken', code: undefined })),
  ...refused.map((name) => ({ type, name, said: 'refused', code: 'package-name-is-invalid' })),
]);

test.each(all)('$type: the name $name is $said', ({ type, name, code }) => {
  expect(refusalOf(packageName(registryNames[type as RegistryTypeName]), name)).toBe(code);
});
