import { expect, it } from 'vitest';
import { createHashing } from 'gateway/api/hashing';
import { Refusal } from 'gateway/refusal';

const cost = { N: 2 ** 10, r: 8, p: 1 };
const known = { address: '192.0.2.1', isKnown: true };

/** Hashes a password for somebody; gives the refusal where it is refused. */
function hashFor(hashing: ReturnType<typeof createHashing>, address: string): Promise<unknown> {
  return hashing.hash('a-password', { address, isKnown: false }).catch((error: unknown) => error);
}

it('refuses strangers when the line is full, and takes them again when it has moved', async () => {
  let hashing = createHashing(cost);
  let line = Array.from({ length: 60 }, (_, i) => hashFor(hashing, `198.51.100.${i}`));
  let refused = (await Promise.all(line)).filter((answer) => answer instanceof Refusal);
  // Two at work and 32 who wait.
  expect(refused).toHaveLength(60 - 34);
  expect(refused[0]).toMatchObject({ code: 'too-busy', status: 429, headers: { 'retry-after': '5' } });
  expect(await hashFor(hashing, '198.51.100.1')).toMatch(/^scrypt/);
});

it('lets one network have four places in it, however many addresses it has', async () => {
  let hashing = createHashing(cost);
  let line = Array.from({ length: 20 }, (_, i) => hashFor(hashing, `2001:db8:1:2::${i}`));
  let elsewhere = hashFor(hashing, '2001:db8:1:3::1');
  expect((await Promise.all(line)).filter((answer) => answer instanceof Refusal)).toHaveLength(16);
  expect(await elsewhere).toMatch(/^scrypt/);
});

it('lets known devices in when it is full, and has them go first', async () => {
  let hashing = createHashing(cost);
  let ended: string[] = [];
  let line = Array.from({ length: 34 }, (_, i) =>
    hashFor(hashing, `198.51.100.${i}`).then(() => void ended.push('stranger')),
  );
  await hashing.hash('a-password', known);
  expect(ended.length).toBeLessThan(10);
  await Promise.all(line);
  expect(ended).toHaveLength(34);
});
