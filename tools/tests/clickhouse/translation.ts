/**
 * A proxy between the product and an engine that lacks something: it says what the product sends in
 * words that the engine knows. Rows, statuses and broken connections pass as they are.
 */
import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

export interface Words {
  /** Settings that it does not have. */
  unknown: readonly string[];
  /** Those of another name or value. */
  settings?: Readonly<Record<string, (value: string) => readonly [name: string, value: string]>>;
  statements: readonly (readonly [RegExp, string])[];
  /** An insert of which the rows begin with this text. */
  inserts?: readonly [start: string, statement: RegExp, other: string];
}

/** The engine of today has no Keeper and no other servers: it can have the tables of one of them. */
export const unreplicated: Words = {
  unknown: ['prefer_localhost_replica'],
  statements: [
    [/ ON CLUSTER `[^`]+`/g, ''],
    [/Replicated((?:Replacing)?MergeTree)\('[^']*', '[^']*'(?:, )?/, '$1('],
    [/ replicated_deduplication_window = (\d+), \w+ = \d+/, ' non_replicated_deduplication_window = $1'],
  ],
};

/** ClickHouse 18.16, for what storing events needs. It knows equal blocks, but no tokens. */
const later = [
  'insert_quorum_parallel',
  'optimize_skip_unused_shards',
  'prefer_column_name_to_alias',
  'output_format_json_named_tuples_as_objects',
  'cancel_http_readonly_queries_on_client_close',
  'mutations_sync',
  'async_insert',
  'input_format_parallel_parsing',
  'insert_deduplication_token',
  'parallel_distributed_insert_select',
];

const statementsOf18: Words['statements'] = [
  // A version that the product takes.
  [/^SELECT version\(\) AS version/, `SELECT '25.3' AS version`],
  // Neither indexes within a table, nor texts with few values, nor this compression, nor tokens.
  [/, INDEX \w+ \w+ TYPE \w+ GRANULARITY \d+/g, ''],
  [/LowCardinality\(String\)/g, 'String'],
  [/ CODEC\(ZSTD\)/g, ''],
  [/clusterAllReplicas\(/, 'cluster('],
  // It asks and connects to all shards; the server that is asked answers for the first one alone.
  [/FROM events WHERE (\(?shard (?:= 0|IN \(0\)) )/g, 'FROM events_local WHERE $1'],
];

/** What servers of this version take as it is. */
export const today: Words = { unknown: [], statements: [] };

export const words18: Words = {
  unknown: later,
  settings: {
    // Most of two replicas.
    insert_quorum: (value) => ['insert_quorum', value === 'auto' ? '2' : value],
    distributed_foreground_insert: (value) => ['insert_distributed_sync', value],
  },
  statements: statementsOf18,
  inserts: ['{"shard":0,', /^INSERT INTO events /, 'INSERT INTO events_local '],
};

export interface Translator {
  url: string;
  close(): Promise<void>;
}

export async function openTranslator(
  target: string,
  { unknown, statements, settings = {}, inserts: [start, ...insert] = ['{', /$/, ''] }: Words,
): Promise<Translator> {
  let proxy: Server = createServer(async (incoming, outgoing) => {
    let { method = 'GET', url = '/' } = incoming;
    let { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
    let address = new URL(url, target);
    for (let name of unknown) address.searchParams.delete(name);
    let body = await buffer(incoming);
    let isStatement = !address.searchParams.has('query');
    let given = address.searchParams.get('query') ?? body.toString();
    for (let [name, translate] of Object.entries(settings)) {
      let value = address.searchParams.get(name);
      if (value === null) continue;
      address.searchParams.delete(name);
      address.searchParams.set(...translate(value));
    }
    if (!isStatement && body.subarray(0, start.length).equals(Buffer.from(start)))
      address.searchParams.set('query', given.replace(...insert));
    let onward = send(address, { method, headers }, (answer) => {
      let { statusCode = 502 } = answer;
      outgoing.writeHead(statusCode, answer.headers);
      if (statusCode < 400) return void answer.on('error', () => incoming.socket.destroy()).pipe(outgoing);
      void text(answer).then(
        (said) => outgoing.end(inTodaysForm(said)),
        () => incoming.socket.destroy(),
      );
    });
    onward.on('error', () => incoming.socket.destroy());
    onward.end(isStatement ? translated(given, statements) : body);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`,
    async close() {
      let closed = once(proxy, 'close');
      proxy.close();
      proxy.closeAllConnections();
      await closed;
    },
  };
}

function translated(statement: string, statements: Words['statements']): string {
  return statements.reduce((said, [now, then]) => said.replace(now, then), statement);
}

/** The client finds the number of an error only before today's words. */
function inTodaysForm(error: string): string {
  return error.replace(/^Code: (\d+), e\.displayText\(\) = (.*), e\.what\(\) = .*$/s, 'Code: $1. $2. (ERROR)\n');
}
