/** A fake chat vendor. Serves a widget script that records the calls it receives. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Records every call of the widget on the page, including those made before the script arrived. */
const script = `
window.saidToChat = [...(window.Intercom?.q ?? [])];
window.Intercom = (...said) => window.saidToChat.push(said);
fetch(new URL('/ping', document.currentScript.src));
`;

export interface FakeChat {
  url: string;
  /** The requested paths, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startFakeChat(): Promise<FakeChat> {
  let asked: string[] = [];
  let server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    response.end(request.url?.startsWith('/widget/') ? script : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
