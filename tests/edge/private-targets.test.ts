/** The proxy never connects to private addresses that an owner names. */
import { expect, test } from 'vitest';
import { isLoopbackName, mayBePrivate, PrivateTargetError, publicLookup } from 'net/private-targets';
import { isPrivateAddress } from 'net/private-address';

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['224.0.0.1', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['::7f00:1', true],
  ['::127.0.0.1', true],
  ['::192.0.2.1', true],
  ['64:ff9b::10.0.0.1', true],
  ['2001:db8::192.0.2.33', true],
  ['2606:4700::8.8.8.8', false],
  ['::ffff:0:a00:1', true],
  ['192.88.99.1', true],
  ['5f00::1', true],
  ['64:ff9b::a00:1', true],
  ['64:ff9b:1::a00:1', true],
  ['2002:a00:1::', true],
  ['2001::1', true],
  ['fec0::1', true],
  ['::ffff:8.8.8.8', false],
  ['fd12::1', true],
  ['fe80::1', true],
  ['2606:4700::1111', false],
  ['example.com', false],
])('%s is private: %s', (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected);
});

test('the operator can allow hosts, hosts with a port, or all addresses', () => {
  expect(mayBePrivate('10.0.0.1:5000', ['10.0.0.1:5000'])).toBe(true);
  expect(mayBePrivate('10.0.0.1:5000', ['10.0.0.1'])).toBe(true);
  expect(mayBePrivate('10.0.0.1:5001', ['10.0.0.1:5000'])).toBe(false);
  expect(mayBePrivate('10.0.0.1:5000', ['*'])).toBe(true);
  expect(mayBePrivate('10.0.0.1:5000', [])).toBe(false);
});

test('a name is checked by the addresses it resolves to', async () => {
  let lookedUp = (name: string) => new Promise((done) => publicLookup(name, {}, done));
  expect(await lookedUp('localhost')).toBeInstanceOf(PrivateTargetError);
  // The system's resolver writes the AAAA record `::c000:201` in this form.
  expect(await lookedUp('::192.0.2.1')).toBeInstanceOf(PrivateTargetError);
  expect(isLoopbackName('registry.localhost')).toBe(true);
  expect(isLoopbackName('localhost.example.com')).toBe(false);
});
