/**
 * Messages of the Model Context Protocol over HTTP: JSON-RPC 2.0, one for each request. The
 * revision of 2026-07-28 has no sessions: every request names its version, and its headers repeat
 * what is in its body. Clients of the two revisions before it begin with `initialize`, which is
 * answered without a session.
 */
import { z } from 'zod';

export const currentVersion = '2026-07-28';
const earlierVersions = ['2025-11-25', '2025-06-18'];
export const versions = [currentVersion, ...earlierVersions];

/** Codes of JSON-RPC, and those of the protocol itself. */
export const rpcErrorCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

export const metaKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  server: 'io.modelcontextprotocol/serverInfo',
} as const;

export const RpcMessage = z.object({
  jsonrpc: z.literal('2.0'),
  /** Left out in a notification, which is not answered. */
  id: z.union([z.string(), z.number().int()]).optional(),
  method: z.string().max(200),
  params: z.record(z.unknown()).default({}),
});
export type RpcMessage = z.output<typeof RpcMessage>;

/** An error of the protocol, as JSON-RPC and as HTTP say it. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: object } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/**
 * The version of a message. Refuses versions that are not known, and headers that say another
 * thing.
 */
export function protocolVersionOf({ method, params }: RpcMessage, headers: Headers): string {
  let meta = z.record(z.unknown()).safeParse(params._meta).data ?? {};
  let inBody = meta[metaKeys.version];
  let inHeader = headers.get('mcp-protocol-version');
  if (inHeader !== null && !versions.includes(inHeader)) throw unsupported(inHeader);
  if (inBody === undefined) {
    if (method === 'initialize') return earlierVersions.find((one) => one === params.protocolVersion) ?? '2025-11-25';
    if (inHeader !== null && earlierVersions.includes(inHeader)) return inHeader;
  }
  if (inHeader === null) throw mismatch('The header MCP-Protocol-Version is missing.');
  if (inBody !== undefined && inBody !== inHeader)
    throw mismatch('The header MCP-Protocol-Version and the body name different versions.');
  if (inHeader !== currentVersion) throw unsupported(inHeader);
  if (inBody === undefined || typeof meta[metaKeys.capabilities] !== 'object')
    throw new ProtocolError(rpcErrorCodes.invalidParams, '_meta lacks the version or the capabilities of the client.', {
      status: 400,
    });
  requireSameNames(method, params, headers);
  return currentVersion;
}

/** `Mcp-Method` and `Mcp-Name` repeat the method, and the name of a tool. */
function requireSameNames(method: string, { name }: RpcMessage['params'], headers: Headers): void {
  if (headers.get('mcp-method') !== method)
    throw mismatch('The header Mcp-Method does not match the method in the body.');
  if (method === 'tools/call' && decoded(headers.get('mcp-name')) !== name)
    throw mismatch('The header Mcp-Name does not match the name in the body.');
}

/** A value with other characters than ASCII is written `=?base64?…?=`. */
function decoded(header: string | null): string | null {
  let [, encoded] = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(header ?? '') ?? [];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString();
}

function unsupported(requested: string): ProtocolError {
  return new ProtocolError(rpcErrorCodes.unsupportedVersion, 'This version of the protocol is not supported.', {
    status: 400,
    data: { supported: versions, requested },
  });
}

function mismatch(message: string): ProtocolError {
  return new ProtocolError(rpcErrorCodes.headerMismatch, message, { status: 400 });
}
