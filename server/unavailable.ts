/**
 * 503 responses while a store is down. Anyone can request them, so the reason, which has paths and
 * messages of the engine, is only in the log.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { messageOf, statusOf, type ErrorCode } from 'contract/rules/errors';
import type { ErrorAnswer } from 'contract/api/error-answer';
import type { RequestHandler } from 'express';
import { siteName } from '../app/config/site';
import { rulesCacheFile } from './rules-cache';

export const unavailableText = 'not ready: see the server log';

const againSeconds = 5;
const headers = {
  'cache-control': 'no-store',
  'retry-after': String(againSeconds),
  'x-content-type-options': 'nosniff',
};

/** Replaces every page. The process itself is healthy, as `/healthz` reports. */
export function unavailablePages(folder: string, { files }: { files(): RequestHandler | undefined }): RequestListener {
  return (request, response) => {
    if (answerProbe(request, response)) return;
    let sendPage = () => {
      let type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
      response.writeHead(503, { ...headers, ...type, 'x-frame-options': 'DENY' });
      response.end(pageOf(existsSync(rulesCacheFile(folder))));
    };
    // Open pages continue to load their files.
    let serveFile = files();
    if (serveFile) void serveFile(request as never, response as never, sendPage);
    else sendPage();
  };
}

/** For API calls while a store is down. */
export function sendUnavailable(response: ServerResponse): void {
  sendRefusal(response, 'not-ready');
}

/** For API calls while the store side is down. */
export function sendStoreUnavailable(response: ServerResponse): void {
  sendRefusal(response, 'api-does-not-answer');
}

function sendRefusal(response: ServerResponse, code: ErrorCode): void {
  response
    .writeHead(statusOf(code), { ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify({ code, message: messageOf(code) } satisfies ErrorAnswer));
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

function answerProbe({ url }: IncomingMessage, response: ServerResponse): boolean {
  let path = url?.split('?', 1)[0];
  let type = { 'content-type': 'text/plain; charset=utf-8' };
  if (path === '/healthz') response.writeHead(200, { ...headers, ...type }).end('ok');
  else if (path === '/readyz') response.writeHead(503, { ...headers, ...type }).end(`${unavailableText}\n`);
  else return false;
  return true;
}

/** The product's colors (app/styles/app.css), for one page without a style sheet. */
const style = `
:root { color-scheme: light dark; --ground: #f6f7f9; --surface: #ffffff; --line: #d9dde5; --ink: #171b26;
  --muted: #566074; --accent: #2f5bd7; --on-accent: #ffffff; --warn: #8a5a00; --warn-soft: #fdf1d8; --good: #13734a; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1218; --surface: #171b23; --line: #2a303c; --ink: #e8ebf2; --muted: #a2acbf;
    --accent: #86a8ff; --on-accent: #0d1322; --warn: #f0c05a; --warn-soft: #2c2412; --good: #62d19f; }
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center;
  gap: 1.5rem; padding: 3rem 1rem; background: var(--ground); color: var(--ink); font: 0.9375rem/1.5
  ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
.name { display: flex; align-items: center; gap: 0.5rem; font-weight: 600; letter-spacing: -0.025em; }
.name svg { width: 1.75rem; height: 1.75rem; }
.name rect { fill: var(--accent); }
.name path { fill: none; stroke: var(--on-accent); stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
main { width: 100%; max-width: 38rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface);
  padding: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 600; }
h2 { margin-top: 1.5rem; font-size: 0.9375rem; font-weight: 600; }
.cause { margin-top: 1rem; padding: 0.75rem 1rem; border-left: 3px solid var(--warn); border-radius: 0.375rem;
  background: var(--warn-soft); overflow-wrap: anywhere; }
.state { display: flex; gap: 0.5rem; margin-top: 0.25rem; color: var(--muted); }
.state::before { content: ''; flex: none; width: 0.5rem; height: 0.5rem; margin-top: 0.5rem; border-radius: 50%;
  background: var(--warn); }
.good::before { background: var(--good); }
@media (min-width: 40rem) { main { padding: 2rem; } }
`;

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function pageOf(hasRules: boolean): string {
  let downloads = hasRules
    ? '<p class="state good">Downloads and pixels work. They are counted when the dashboard is back.</p>'
    : '<p class="state">No downloads yet: this installation has no packages.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${againSeconds}">
<meta name="robots" content="noindex">
<title>Not ready - ${siteName}</title>
<style>${style}</style>
</head>
<body>
<p class="name"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M16 6v11M11.5 13L16 17.5 20.5 13M6 23.5c2.5 0 2.5-2 5-2s2.5 2 5 2 2.5-2 5-2 2.5 2 5 2"/></svg>${siteName}</p>
<main>
<h1>The dashboard is not ready</h1>
<p class="cause">It is starting, or its database or data folder is unavailable. See the server log.</p>
<h2>Downloads</h2>
${downloads}
<h2>What happens next</h2>
<p class="state">This page reloads every ${againSeconds} seconds and works as soon as the cause is fixed. No restart needed.</p>
</main>
</body>
</html>
`;
}
