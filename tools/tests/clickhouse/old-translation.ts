/**
 * Stands between the product and ClickHouse 18.16, and says what the product sends in the words of
 * that version, for what storing events needs. Rows, statuses and broken connections pass as they
 * are.
 */
import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

/** Settings that came later. The token is among them, so nothing knows an insert that comes twice. */
const unknown = [
  'prefer_column_name_to_alias',
  'output_format_json_named_tuples_as_objects',
  'cancel_http_readonly_queries_on_client_close',
  'mutations_sync',
  'async_insert',
  'input_format_parallel_parsing',
  'insert_deduplication_token',
];

const translations: [RegExp, string][] = [
  // A version that the product takes.
  [/^SELECT version\(\) AS version/, `SELECT '25.3' AS version`],
  // Neither indexes within a table nor tokens.
  [/, INDEX \w+ \w+ TYPE \w+ GRANULARITY \d+/g, ''],
  [/ SETTINGS non_replicated_deduplication_window = \d+/, ''],
];

export interface Translator {
  url: string;
  close(): Promise<void>;
}

export async function openTranslator(target: string): Promise<Translator> {
  let proxy: Server = createServer(async (incoming, outgoing) => {
    let { method = 'GET', url = '/' } = incoming;
    let { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
    let address = new URL(url, target);
    for (let name of unknown) address.searchParams.delete(name);
    let body = await buffer(incoming);
    let isStatement = !address.searchParams.has('query');
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
    onward.end(isStatement ? translated(body.toString()) : body);
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

function translated(statement: string): string {
  return translations.reduce((said, [now, then]) => said.replace(now, then), statement);
}

/** The client finds the number of an error only before today's words. */
function inTodaysForm(error: string): string {
  return error.replace(/^Code: (\d+), e\.displayText\(\) = (.*), e\.what\(\) = .*$/s, 'Code: $1. $2. (ERROR)\n');
}
