/** DEFAULT_REGISTRIES: the registries of new packages that name none. */
import { isPublicRegistry, registriesOf, RegistryList } from 'contract/packages/default-registries';
import { typeNames } from 'contract/packages/package-types/list';
import { expect, test } from 'vitest';

const read = (list?: string) => registriesOf({ DEFAULT_REGISTRIES: RegistryList.parse(list) });

test('every type with a public registry has it as its default; that of npm is the one npm uses', () => {
  let known = registriesOf({ DEFAULT_REGISTRIES: {}, npm_config_registry: 'https://npm.example/' });
  expect(known.npm).toBe('https://npm.example/');
  expect(typeNames.filter((name) => !known[name])).toEqual(['file', 'helm']);
  expect(read().npm).toBeUndefined();
});

test('a registry is public if everyone knows it, however its URL ends, and not because it is a default', () => {
  for (let url of ['https://pypi.org/simple/', 'https://pypi.org/simple'])
    expect(isPublicRegistry('python', url)).toBe(true);
  expect(isPublicRegistry('npm', 'https://registry.npmjs.org/')).toBe(true);
  expect(isPublicRegistry('docker', 'ghcr.io')).toBe(true);
  expect(isPublicRegistry('docker', 'images.corp.example')).toBe(false);
  expect(isPublicRegistry('npm', 'https://npm.example/')).toBe(false);
  expect(isPublicRegistry('file', '')).toBe(false);
  expect(isPublicRegistry('helm', '')).toBe(false);
});

test('the setting replaces the defaults of its types, or removes them', () => {
  let list = 'npm=https://npm.example, docker=GHCR.io,go=';
  expect(read(list)).toMatchObject({ npm: 'https://npm.example/', docker: 'ghcr.io', go: undefined });
  expect(read(list).maven).toBe(read().maven);
});

test.each(['https://npm.example/', 'npm=registry', 'perl=https://perl.example/', 'file=https://files.example/'])(
  'the setting refuses %s',
  (list) => {
    expect(RegistryList.safeParse(list).error?.issues[0]?.message).toMatch(/lists type=registry/);
  },
);
