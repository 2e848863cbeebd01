/**
 * A process of its own that begins to sign in with the provider at its first argument, and prints
 * where the browser would go, or what was logged.
 */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { openSingleSignOn } from 'gateway/people/single-sign-on/provider';
import { client } from './sign-on-provider';

let { provider } = openSingleSignOn(
  {
    issuer: process.argv[2]!,
    ...client,
    scopes: 'openid email',
    groupsClaim: 'groups',
    trustsEmail: false,
    isOnly: false,
    createsAccounts: true,
    rights: [],
  },
  {
    secrets: [randomBytes(32).toString('hex')],
    publicUrl: 'http://dashboard.test',
    clock: Date.now,
    log: pino({ level: 'warn' }, pino.destination({ dest: 1, sync: true })),
  },
);
await provider.begin('sign-in').then(
  ({ url }) => console.log(url),
  () => undefined,
);
