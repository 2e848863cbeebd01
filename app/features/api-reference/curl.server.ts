import { quoted, tryApi } from '../../gateway/gateway-addresses';
import { apiOrigin } from '../../gateway/gateway-place.server';
import type { Operation } from './operations.server';
import { requestPath, type ParameterValues } from './try-request.server';

/** A `curl` command with the typed values and the token in an environment variable. */
export function curlCommand(operation: Operation, typed: ParameterValues): string {
  let { method, body, sends } = operation;
  let parts = [tryApi(apiOrigin, requestPath(operation, typed))];
  if (method !== 'GET') parts.push(`-X ${method}`);
  if (body !== undefined) parts.push(`-H 'content-type: application/json'`, `-d ${quoted(onOneLine(body))}`);
  else if (sends.length > 0) parts.push(`-H 'content-type: ${sends[0]}'`, '--data-binary @file');
  return parts.join(' \\\n  ');
}

function onOneLine(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
