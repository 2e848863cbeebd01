/** DEFAULT_REGISTRIES: the registries of new packages that name none. */
import { registriesOf, RegistryList } from 'contract/packages/default-registries';
import { typeNames } from 'contract/packages/package-types/list';
import { expect, test } from 'vitest';

const read = (list?: string) => registriesOf({ DEFAULT_REGISTRIES: RegistryList.parse(list) });

test('every type with a public registry has it as its default; that of npm is the one npm uses', () => {
  let known = registriesOf({ DEFAULT_REGISTRIES: {}, npm_config_registry: 'https://npm.example/' });
  expect(known.npm).toBe('https://npm.example/');
  expect(typeNames.filter((name) => !known[name])).toEqual(['file', 'helm']);
  expect(read().npm).toBeUndefined();
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
