/** Health of the edge on the gateway's port. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface EdgeHealth {
  hasRules(): boolean;
  /** Undefined if the journal is writable. */
  journalProblem(): Promise<Error | undefined>;
  hasStoreSide(): boolean;
  /** Lines about the dependencies of an edge node. */
  more?: (() => Promise<readonly string[]>) | undefined;
}

/**
 * Answers /healthz and /readyz; returns whether it did. An edge is not ready without rules or when
 * it cannot record downloads. It is ready while everything else is down.
 */
export function answerHealth(request: IncomingMessage, response: ServerResponse, edge: EdgeHealth): boolean {
  let path = request.url?.split('?', 1)[0];
  if ((request.method !== 'GET' && request.method !== 'HEAD') || (path !== '/healthz' && path !== '/readyz'))
    return false;
  if (path === '/healthz') send(response, 200, 'ok');
  else void readiness(edge).then(({ isReady, text }) => send(response, isReady ? 200 : 503, text));
  return true;
}

async function readiness(edge: EdgeHealth): Promise<{ isReady: boolean; text: string }> {
  let problem = await edge.journalProblem();
  let hasRules = edge.hasRules();
  let isReady = hasRules && !problem;
  let lines = [
    isReady ? 'ready' : 'not ready',
    `rules: ${hasRules ? 'loaded' : 'none yet, not received from the store process. Check its log.'}`,
    `journal: ${problem ? 'cannot be written; see the server log' : 'writable'}`,
    ...(edge.more ? await edge.more() : [storeSideOf(edge)]),
  ];
  return { isReady, text: `${lines.join('\n')}\n` };
}

function storeSideOf({ hasStoreSide }: EdgeHealth): string {
  return `store side: ${hasStoreSide() ? 'connected' : 'not connected; downloads work, the API and changes wait.'}`;
}

function send(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(text);
}
