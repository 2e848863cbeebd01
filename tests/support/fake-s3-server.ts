/**
 * Runs the fake storage as a server of its own, for browser tests: `tsx fake-s3-server.ts <port>`.
 */
import { startFakeS3 } from './fake-s3';

await startFakeS3(Number(process.argv[2]));
