/** `landfall import` as a person runs it, through a proxy on this machine that has another name. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayMs } from 'contract/floor/time';
import { uuidv7 } from 'uuidv7';

/** Every name is this machine. */
const lookup = `import dns from 'node:dns';
dns.lookup = (host, options, done) => options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);`;

export interface Imported {
  code: number | null;
  said: string;
}

/** Imports so many events of a package, each of them with 20 kB. */
export async function importEvents(
  url: string,
  { owner, name, token, events }: { owner: string; name: string; token: string; events: number },
): Promise<Imported> {
  let folder = mkdtempSync(path.join(tmpdir(), 'import-'));
  try {
    let time = new Date(Date.now() - dayMs).toISOString();
    let row = () => ({ id: uuidv7(), type: 'binary-download', package: name, time, user_agent: 'x'.repeat(20_000) });
    let file = path.join(folder, 'events.ndjson');
    writeFileSync(file, Array.from({ length: events }, () => `${JSON.stringify(row())}\n`).join(''));
    let child = spawn(process.execPath, ['build/landfall.js', 'import', file, '--owner', owner, '--to', url], {
      env: {
        ...process.env,
        LANDFALL_TOKEN: token,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(lookup)}`,
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
    });
    let said = '';
    for (let stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    let [code] = (await once(child, 'close')) as [number | null];
    return { code, said };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
