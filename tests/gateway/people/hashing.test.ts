import pino from 'pino';
import { expect, it } from 'vitest';
import { createHashing, type HashingRequest } from 'gateway/people/accounts/hashing';
import { respondToError } from 'gateway/api/http/respond';
import { ApiError } from 'gateway/floor/calls/api-error';

const cost = { N: 2 ** 10, r: 8, p: 1 };

/** Hashes a password for an unknown device. Returns the refusal, if any. */
function hashFor(hashing: ReturnType<typeof createHashing>, address: string): Promise<unknown> {
  return hashing.hash('a-password', { address, line: 'new' }).catch((error: unknown) => error);
}

it('refuses unknown devices when the queue is full, and accepts them again when it has moved', async () => {
  let hashing = createHashing(cost);
  let line = Array.from({ length: 60 }, (_, i) => hashFor(hashing, `198.51.100.${i}`));
  let refused = (await Promise.all(line)).filter((answer) => answer instanceof ApiError);
  // Two are being hashed, and 12 wait.
  expect(refused).toHaveLength(60 - 14);
  expect(refused[0]).toMatchObject({ code: 'too-busy' });
  let answer = respondToError(refused[0], pino({ level: 'silent' }));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await hashFor(hashing, '198.51.100.1')).toMatch(/^scrypt/);
});

it('allows one network four places in the queue, however many addresses it has', async () => {
  let hashing = createHashing(cost);
  let line = Array.from({ length: 20 }, (_, i) => hashFor(hashing, `2001:db8:1:2::${i}`));
  let elsewhere = hashFor(hashing, '2001:db8:1:3::1');
  expect((await Promise.all(line)).filter((answer) => answer instanceof ApiError)).toHaveLength(16);
  expect(await elsewhere).toMatch(/^scrypt/);
});

it('serves known devices first, then new addresses, then those with failed sign-ins', async () => {
  let hashing = createHashing(cost);
  let ended: string[] = [];
  let come = (line: HashingRequest['line']) =>
    Array.from({ length: 10 }, (_, i) =>
      hashing.hash('a-password', { address: `198.51.100.${i}`, line }).then(() => void ended.push(line)),
    );
  await Promise.all([...come('failed'), ...come('new'), ...come('known')]);
  // Two run at once. Either may end first, and a slow one may end after several others.
  let middle = (line: HashingRequest['line']) => ended.flatMap((one, place) => (one === line ? [place] : []))[5]!;
  expect(ended).toHaveLength(30);
  expect(middle('known')).toBeLessThan(middle('new'));
  expect(middle('new')).toBeLessThan(middle('failed'));
});
