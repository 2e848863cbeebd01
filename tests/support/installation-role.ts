/**
 * A process of an installation that tests start: the edge or the store side, by `ROLE`, from the
 * sources and without pages.
 */
import type { ServerBuild } from '@remix-run/node';
import { runRole } from '../../server';
import { createLog } from '../../server/log';
import { readSettings } from '../../server/settings';

let settings = readSettings(process.env);
let build = { entry: { module: {} }, routes: {} } as unknown as ServerBuild;
let pages = { files: (_: unknown, __: unknown, next: () => void) => next(), build, close: async () => undefined };

await runRole(settings.ROLE!, settings, createLog(settings), async () => pages);
