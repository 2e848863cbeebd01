/**
 * Runs the fake GitHub as a process for browser tests: `tsx fake-github-server.ts <port>`. Its page
 * asks who signs in.
 */
import { startFakeGithub } from './fake-github';

let github = await startFakeGithub(Number(process.argv[2]));
github.visitor = 'asks';
