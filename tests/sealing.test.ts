/** Data that the dashboard and the gateway encrypt. The format is that of earlier versions. */
import { expect, it } from 'vitest';
import { createSealer as createCookieSealer } from 'app/session/cookies.server';
import { createSecretSealer } from 'gateway/floor/sealer';

const secret = 'a secret of the tests';
const stored = 'F8l5gRzvuGbc0Lta29NIjqy45R_Fx4zINthxjrFwPKzU0x4S-mtYyt6kgkO4fOg9y6ppNg';
const kept = 'Ae1Hd1a7DP4-I6hSPahL6m1yMEGVqCTn3GClQ5drxxLGyRhp5QnMqFmF25GsnhKdG8hMOdd01161GSdVMmuGMyFMdws8tEeJU_OeKA';
const text = 'key of a bucket: größe';

it('opens stored secrets and cookies of earlier versions', () => {
  expect(createSecretSealer([secret], 'records').open(stored, 'export-1')).toBe(text);
  expect(createCookieSealer([secret], () => 1_000_000).open(kept)).toEqual({ token: 'a-token' });
});

it('seals the same text differently each time, and opens it again', () => {
  let sealer = createSecretSealer([secret], 'records');
  let both = [sealer.seal(text, 'export-1'), sealer.seal(text, 'export-1')];
  expect(new Set([...both, stored]).size).toBe(3);
  expect(both.map((sealed) => sealer.open(sealed, 'export-1'))).toEqual([text, text]);
});

it('refuses to open for another holder, use, secret or side', () => {
  let sealer = createSecretSealer([secret], 'records');
  expect(sealer.open(stored, 'export-2')).toBeUndefined();
  expect(createSecretSealer([secret], 'known device').open(stored, 'export-1')).toBeUndefined();
  expect(createSecretSealer(['another secret'], 'records').open(stored, 'export-1')).toBeUndefined();
  expect(sealer.open(kept, '')).toBeUndefined();
  expect(createCookieSealer([secret]).open(stored)).toBeNull();
});

it('refuses to open text that was changed, cut off or invented', () => {
  let sealer = createSecretSealer([secret], 'records');
  let bytes = Buffer.from(stored, 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    let changed = Buffer.from(bytes);
    changed[i]! ^= 1;
    expect(sealer.open(changed.toString('base64url'), 'export-1'), `byte ${i}`).toBeUndefined();
    expect(sealer.open(bytes.subarray(0, i).toString('base64url'), 'export-1'), `${i} bytes`).toBeUndefined();
  }
});

it('opens text sealed with an earlier secret, and reports that the secret is not the current one', () => {
  let rotated = createSecretSealer(['a newer secret', secret], 'records');
  expect(rotated.open(stored, 'export-1')).toBe(text);
  expect(rotated.isCurrent(stored, 'export-1')).toBe(false);
  expect(rotated.isCurrent(rotated.seal(text, 'export-1'), 'export-1')).toBe(true);
});
