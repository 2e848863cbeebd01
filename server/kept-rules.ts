/**
 * The rules of the edge as they were last told, on disk: an edge that is started while the store
 * side is away answers by them.
 */
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Rules } from 'contract/edge-rules';

/** Files of another format are left alone, as if there were none. */
const format = 1;

export interface KeptRules {
  /** What the file said at the start; undefined without one that can be read. */
  rules: Rules | undefined;
  /** Writes them soon; of several at once the last. A disk that takes nothing is logged. */
  save(rules: Rules): void;
  /** Resolves when nothing is left to be written. */
  idle(): Promise<void>;
}

export function keepRules(folder: string, log: Logger): KeptRules {
  let file = path.join(folder, 'edge', 'rules.json');
  let next: Rules | undefined;
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (next) {
      let rules = next;
      next = undefined;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(`${file}.new`, JSON.stringify({ format, rules }), { mode: 0o600 });
        await rename(`${file}.new`, file);
      } catch (error) {
        log.error({ err: error }, 'the rules of the edge could not be kept on disk');
      }
    }
    writing = undefined;
  }

  return {
    rules: readRules(file, log),
    save(rules) {
      next = rules;
      writing ??= writeAll();
    },
    idle: async () => writing,
  };
}

function readRules(file: string, log: Logger): Rules | undefined {
  try {
    let kept = JSON.parse(readFileSync(file, 'utf8')) as { format: number; rules: Rules };
    return kept.format === format ? kept.rules : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error({ err: error }, 'the rules of the edge that were kept on disk cannot be read');
    return undefined;
  }
}
