/** A process that takes the lock of the jobs, says so, and ends with 3 when it has lost it. */
import { pino } from 'pino';
import { takeJobsLock } from 'gateway/floor/db/jobs-lock';

let never = new AbortController();
let lock = await takeJobsLock(process.argv[2]!, never.signal, pino({ level: 'silent' }));
process.stdout.write('has the lock\n');
let kept = setInterval(() => {}, 1_000);
await lock.ended;
clearInterval(kept);
process.exit(3);
