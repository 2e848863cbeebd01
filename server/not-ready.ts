/**
 * Answers of the store side while its stores cannot be opened: the reason, and that it keeps
 * trying.
 */
import type { RequestListener, ServerResponse } from 'node:http';
import { messageOf, statusOf } from 'contract/errors';
import type { ErrorAnswer } from 'contract/error-answer';

const headers = { 'cache-control': 'no-store', 'retry-after': '5', 'x-content-type-options': 'nosniff' };

/** Shows the problem on every page. The process itself is healthy, as `/healthz` says. */
export function notReadyPages(sentence: () => string): RequestListener {
  return (request, response) => {
    let path = request.url?.split('?', 1)[0];
    if (path === '/healthz') return void response.writeHead(200, headers).end('ok');
    if (path === '/readyz') return void response.writeHead(503, headers).end(`${sentence()}\n`);
    let policy = "default-src 'none'; frame-ancestors 'none'";
    response
      .writeHead(503, { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(pageOf(sentence()));
  };
}

/** The answer to an API call while the store side cannot answer. */
export function sendApiAway(response: ServerResponse): void {
  let code = 'api-does-not-answer' as const;
  response
    .writeHead(statusOf(code), { ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify({ code, message: messageOf(code) } satisfies ErrorAnswer));
}

function pageOf(sentence: string): string {
  let text = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not ready</title>
<h1>The dashboard is not ready</h1>
<p>${text}</p>
<p>Downloads are served and recorded meanwhile. This page works again as soon as the cause is gone; nobody has to
restart the server.</p>
</html>
`;
}
