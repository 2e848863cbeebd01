/** Reads a tar file that is packed with gzip: the texts of its files by their names. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Unpacked by the machine's own tar. */
export function unpacked(bytes: Uint8Array): Map<string, string> {
  let folder = mkdtempSync(path.join(tmpdir(), 'untar-'));
  try {
    let file = path.join(folder, 'packed.tar.gz');
    writeFileSync(file, bytes);
    let into = mkdtempSync(path.join(folder, 'in-'));
    execFileSync('tar', ['--warning=no-timestamp', '-xzf', file, '-C', into]);
    let names = readdirSync(into, { recursive: true, encoding: 'utf8' });
    let files = names.filter((name) => statSync(path.join(into, name)).isFile());
    return new Map(files.map((name) => [name, readFileSync(path.join(into, name), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
