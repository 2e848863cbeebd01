/**
 * Runs `landfall` commands in the process of a test, with a data folder, and records their output.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';

export interface CommandLine {
  folder: string;
  /** The output so far. */
  said: string;
}

/** Gives each test its own data folder: an empty one, or a copy of another. */
export function commandLine(copied?: () => string): CommandLine {
  let cli: CommandLine = { folder: '', said: '' };
  beforeEach(() => {
    cli.folder = mkdtempSync(path.join(tmpdir(), 'landfall-'));
    if (copied) cpSync(copied(), cli.folder, { recursive: true });
    cli.said = '';
    vi.stubEnv('DATA_DIR', cli.folder);
    vi.stubEnv('DATABASE_URL', '');
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      cli.said += String(text);
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(cli.folder, { recursive: true, force: true });
  });
  return cli;
}
