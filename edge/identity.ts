/**
 * Hashes that tell clients apart without identifying them: the first 64 bits of HMAC-SHA256 with
 * the installation's salt. Events do not contain the address itself.
 */
import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EdgeRequest } from './edge-request';

export interface Identity {
  /** Same address and same program: one origin. */
  origin(request: EdgeRequest): bigint;
  /** Same address: one endpoint. */
  endpoint(address: string): bigint;
}

const endpointsKept = 20_000;

export function createIdentity(salt: string): Identity {
  let endpoints = new LRUCache<string, bigint>({ max: endpointsKept });
  let hash = (text: string) => createHmac('sha256', salt).update(text).digest().readBigUInt64BE(0);
  return {
    origin: (request) => hash(`origin\n${request.address}\n${request.userAgent}\n${request.language}`),
    endpoint(address) {
      let known = endpoints.get(address);
      if (known !== undefined) return known;
      let fresh = hash(`endpoint\n${address}`);
      endpoints.set(address, fresh);
      return fresh;
    },
  };
}
