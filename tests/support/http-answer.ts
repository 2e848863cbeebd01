/** One request over http or https, sent exactly as given, and its whole answer. */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

type Send = (options: RequestOptions, answered: (answer: IncomingMessage) => void) => ClientRequest;

/** Sends a request; `send` is `request` of node:http or node:https. */
export function answerOf(send: Send, options: RequestOptions, body?: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let asked = send(options, (answer) => {
      let parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
