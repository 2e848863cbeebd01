/**
 * npm's counts as a process of its own, for the browser tests: `tsx
 * tests/support/npm-counter-server.ts <port>`.
 */
import { dayMs, dayOf } from 'contract/floor/time';
import { startNpmCounter } from './npm-counter';

let counter = await startNpmCounter(Number(process.argv[2]));
let days = [2, 3, 4].map((ago) => [dayOf(Date.now() - ago * dayMs), 1_200 + ago]);
counter.known.set('counted-elsewhere', Object.fromEntries(days) as Record<string, number>);
