/** A process that changes stored rules repeatedly until it is killed. */
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { openRulesCache } from '../../server/rules-cache';

let [, , folder] = process.argv;
let kept = openRulesCache(folder!, () => undefined, pino({ level: 'silent' }));
for (let i = 0; ; i++) {
  let rules = { packages: {}, pixels: [], pixelHosts: Array.from({ length: 200 }, (_, n) => `${i}-${n}.example`) };
  let owner = `owner-${i % 500}`;
  kept.take(new Map([[owner, { line: JSON.stringify({ owner, rules }), rules }]]));
  if (i === 500) process.stdout.write('ready');
  await pause(1);
}
