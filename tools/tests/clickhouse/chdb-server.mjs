/**
 * ClickHouse's HTTP interface on the loopback address, in front of the engine in this process: what
 * the product asks is answered by ClickHouse itself, of today's version. Arguments: the folder with
 * the package `chdb`, a folder for the data, and a port. Prints `ready`.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

let [, , packages = '', data = '', port = '0'] = process.argv;
let { Session } = createRequire(path.join(packages, 'package.json'))('chdb');

/** Of the interface, not of the engine. */
const ofHttp = new Set([
  'query',
  'database',
  'query_id',
  'default_format',
  'wait_end_of_query',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'session_id',
  'role',
]);

/** One for each database: settings of a statement stay in a session. */
let sessions = new Map();

function sessionOf(database) {
  let known = sessions.get(database);
  if (!known) {
    known = { session: new Session(data), last: Promise.resolve(), hasDatabase: false };
    sessions.set(database, known);
  }
  return known;
}

async function answer(request, response) {
  let { searchParams, pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/ping') return void response.end('Ok.\n');
  let parts = [];
  for await (let part of request) parts.push(part);
  let body = Buffer.concat(parts).toString('utf8');
  let query = searchParams.get('query');
  let text = query === null ? body : `${query}\n${body}`;
  let known = sessionOf(searchParams.get('database') ?? 'default');
  let turn = known.last.then(() => run(known, text, searchParams));
  known.last = turn.catch(() => undefined);
  try {
    let result = await turn;
    response.writeHead(200, { 'content-type': 'application/json' }).end(result);
  } catch (error) {
    let message = error instanceof Error ? error.message : String(error);
    let code = /Code: (\d+)/.exec(message)?.[1] ?? '1002';
    let said = message.slice(Math.max(0, message.indexOf('Code:')));
    response.writeHead(code === '516' ? 403 : 500, { 'x-clickhouse-exception-code': code }).end(said);
  }
}

async function run(known, text, searchParams) {
  let database = searchParams.get('database') ?? 'default';
  if (!known.hasDatabase) {
    await known.session.queryAsync(`USE \`${database}\``);
    known.hasDatabase = true;
  }
  let settings = { insert_deduplication_token: '', max_execution_time: '0' };
  for (let [name, value] of searchParams) if (!ofHttp.has(name)) settings[name] = value;
  for (let [name, value] of Object.entries(settings))
    await known.session.queryAsync(`SET ${name} = '${value.replaceAll("'", "''")}'`);
  let result = await known.session.queryAsync(text, { format: searchParams.get('default_format') ?? 'TabSeparated' });
  return Buffer.from(result.bytes());
}

let server = createServer((request, response) => void answer(request, response));
server.keepAliveTimeout = 0;
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`ready ${server.address().port}\n`));
process.on('SIGTERM', () => process.exit(0));
