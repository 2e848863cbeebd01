/** A client of the Model Context Protocol that talks to a gateway over HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { assistantPath } from 'contract/api/assistant-tools';
import type { Gateway } from 'gateway/api/gateway-options';

export interface Listening {
  address: string;
  /** A connected client with this API token. */
  connect(token: string | undefined, mode?: VersionNegotiationMode): Promise<Client>;
  close(): Promise<void>;
}

/** Answers calls of the API on a port of this machine. */
export async function listenTo(gateway: Gateway): Promise<Listening> {
  let answer = getRequestListener((request) => gateway.api(request, { address: '192.0.2.1' }), {
    overrideGlobalObjects: false,
  });
  let server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let clients: Client[] = [];
  return {
    address,
    async connect(token, mode = 'auto') {
      let client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      let headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(address + assistantPath), { requestInit: { headers } }),
      );
      clients.push(client);
      return client;
    },
    async close() {
      for (let client of clients) await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
