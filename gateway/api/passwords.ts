/** Passwords: scrypt with a salt each, written as `scrypt$N$r$p$salt$hash` so that the cost can grow later. */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

interface Cost {
  N: number;
  r: number;
  p: number;
}

const cost: Cost = { N: 2 ** 15, r: 8, p: 1 };
const keyBytes = 32;
const saltBytes = 16;

let lastRun: Promise<unknown> = Promise.resolve();
let nobodysHash: Promise<string> | undefined;

/** Gives the text to store for a password. */
export async function hashPassword(password: string): Promise<string> {
  let salt = randomBytes(saltBytes);
  let key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether a password is the one of a stored text. Without a text (nobody of that name, or an account without a password) it takes just as long and says no. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  nobodysHash ??= hashPassword(randomBytes(saltBytes).toString('hex'));
  let [, N, r, p, salt = '', key = ''] = (stored || (await nobodysHash)).split('$');
  let expected = Buffer.from(key, 'base64url');
  let actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, expected) && Boolean(stored);
}

/** One at a time: each run takes 32 MB and a thread of the pool that the event store shares, so a flood of sign-ins must queue. */
function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  let options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  let run = lastRun.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
  lastRun = run.catch(() => undefined);
  return run;
}
