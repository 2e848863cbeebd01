/**
 * Loaded into the processes of the product by `npm run profile`: SIGUSR2 begins a CPU profile, and
 * a second one writes it to the file that PROFILE_FILE names.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const intervalUs = 250;
let session;

process.on('SIGUSR2', () => {
  if (session) return end(session);
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: intervalUs });
  session.post('Profiler.start');
});

function end(ended) {
  session = undefined;
  ended.post('Profiler.stop', (error, answer) => {
    if (error) throw error;
    let file = process.env.PROFILE_FILE;
    // Whoever waits for the file finds it whole.
    writeFileSync(`${file}.part`, JSON.stringify(answer.profile));
    renameSync(`${file}.part`, file);
    ended.disconnect();
  });
}
