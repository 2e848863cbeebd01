/**
 * Connections between edge and store side over a port of this machine. Both ends prove that they
 * know the installation's secret before anything else is sent, and the edge names the purpose of
 * the connection. No request carries the secret or can change the purpose.
 */
import { createHmac, randomBytes } from 'node:crypto';
import net, { type Socket } from 'node:net';
import { isSameSecret } from './secrets';

/** `rules`: messages between both sides. `api`: HTTP calls that arrived at the edge. */
const purposes = ['rules', 'api'] as const;
export type LinkPurpose = (typeof purposes)[number];

/** Bytes of a handshake line, which has about 100. */
const lineMax = 200;
const handshakeLimitMs = 2_000;

/** The nonces of both sides make a proof valid for one connection only. */
function proofOf(side: 'edge' | 'store', secret: string, purpose: string, nonces: readonly string[]): string {
  return createHmac('sha256', secret)
    .update([side, purpose, ...nonces].join(' '))
    .digest('base64url');
}

/** Rejects if the other end does not know the secret. */
export async function connectToStore(port: number, secret: string, purpose: LinkPurpose): Promise<Socket> {
  let socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
  return within(socket, async () => {
    let mine = randomBytes(16).toString('base64url');
    socket.write(`${purpose} ${mine}\n`);
    let [theirs = '', proof] = (await lineOf(socket)).split(' ');
    if (!isSameSecret(proof, proofOf('store', secret, purpose, [mine, theirs]))) throw new UnverifiedPeer();
    socket.write(`${proofOf('edge', secret, purpose, [mine, theirs])}\n`);
    if ((await lineOf(socket)) !== 'ok') throw new UnverifiedPeer();
    return socket;
  });
}

/**
 * Resolves with the purpose; rejects and closes the connection if the other end does not know the
 * secret.
 */
export async function acceptEdge(socket: Socket, secret: string): Promise<LinkPurpose> {
  socket.setNoDelay(true);
  return within(socket, async () => {
    let [wanted, theirs = ''] = (await lineOf(socket)).split(' ');
    let purpose = purposes.find((one) => one === wanted);
    if (!purpose) throw new UnverifiedPeer();
    let mine = randomBytes(16).toString('base64url');
    socket.write(`${mine} ${proofOf('store', secret, purpose, [theirs, mine])}\n`);
    if (!isSameSecret(await lineOf(socket), proofOf('edge', secret, purpose, [theirs, mine])))
      throw new UnverifiedPeer();
    socket.write('ok\n');
    return purpose;
  });
}

class UnverifiedPeer extends Error {
  constructor() {
    super('the other process did not prove that it belongs to this installation');
  }
}

/** Closes the connection if the handshake fails or times out. */
async function within<T>(socket: Socket, shake: () => Promise<T>): Promise<T> {
  let limit = setTimeout(() => socket.destroy(new UnverifiedPeer()), handshakeLimitMs);
  try {
    return await shake();
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/** The next line; the rest stays in the socket. */
function lineOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let given = Buffer.alloc(0);
    let done = (end: () => void) => {
      socket.off('readable', read).off('error', failed).off('close', closed);
      end();
    };
    let failed = (error: Error) => done(() => reject(error));
    let closed = () => done(() => reject(new UnverifiedPeer()));
    let read = () => {
      for (let part: Buffer | null; (part = socket.read());) {
        given = Buffer.concat([given, part]);
        let end = given.indexOf('\n');
        if (end > lineMax || (end < 0 && given.length > lineMax)) return failed(new UnverifiedPeer());
        if (end < 0) continue;
        let rest = given.subarray(end + 1);
        return done(() => {
          if (rest.length > 0) socket.unshift(rest);
          resolve(given.toString('latin1', 0, end));
        });
      }
    };
    socket.on('readable', read).on('error', failed).on('close', closed);
    read();
  });
}
