/** Importing this builds the product; in a process of its own, since a build ends its process. */
import { execFileSync } from 'node:child_process';

execFileSync(process.execPath, ['tools/build.mjs'], { stdio: 'inherit' });
