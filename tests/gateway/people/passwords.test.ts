import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdated, verifyPassword } from 'gateway/people/accounts/passwords';

const cost = { N: 2 ** 10, r: 8, p: 1 };

describe('passwords', () => {
  it('are verified by their hash, which contains its cost and not the password', async () => {
    let stored = await hashPassword('analytical-engine-1');
    expect(stored).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword('analytical-engine-1', stored)).toBe(true);
    expect(await verifyPassword('analytical-engine-2', stored)).toBe(false);
    expect(await hashPassword('same', cost)).not.toBe(await hashPassword('same', cost));
  });

  it('are verified at the cost with which they were stored', async () => {
    // RFC 7914, section 12, second vector, cut to 32 bytes.
    let key = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex').toString(
      'base64url',
    );
    let stored = `scrypt$1024$8$16$${Buffer.from('NaCl').toString('base64url')}$${key}`;
    expect(await verifyPassword('password', stored, cost)).toBe(true);
    expect(await verifyPassword('passwort', stored, { ...cost, p: 20 })).toBe(false);
    expect([isOutdated(stored, cost), isOutdated(stored, { ...cost, p: 16 })]).toEqual([true, false]);
  });

  it('are equal in all Unicode forms of the same characters', async () => {
    expect(await verifyPassword('cafe\u0301-au-lait', await hashPassword('caf\u00e9-au-lait', cost), cost)).toBe(true);
  });

  it('never match without a hash', async () => {
    expect(await verifyPassword('anything', undefined, cost)).toBe(false);
    expect(await verifyPassword('', '', cost)).toBe(false);
  });
});
