/**
 * Connections between edge and store side over a port of this machine. Both ends prove that they
 * know the secret of the installation before a byte of anything else crosses, and the edge says what
 * the connection is for. Nothing that a client sends can change that: the secret itself is never
 * sent, and no request carries it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import net, { type Socket } from 'node:net';
import { isSameSecret } from './secrets';

/** `rules`: lines between both sides. `api`: HTTP calls that arrived at the edge. */
export type LinkPurpose = 'rules' | 'api';

const purposes: readonly string[] = ['rules', 'api'] satisfies LinkPurpose[];
/** Bytes of a line of the handshake; they have about 100. */
const lineMax = 200;
const handshakeLimitMs = 2_000;

/** The proof of one side; the nonces of both make it good for one connection. */
function proofOf(side: 'edge' | 'store', secret: string, purpose: string, nonces: readonly string[]): string {
  return createHmac('sha256', secret)
    .update([side, purpose, ...nonces].join(' '))
    .digest('base64url');
}

/** Connects as the edge; rejects where the other end does not know the secret. */
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
 * Takes a connection as the store side; resolves with what it is for, and rejects, with the
 * connection ended, where the other end does not know the secret.
 */
export async function acceptEdge(socket: Socket, secret: string): Promise<LinkPurpose> {
  socket.setNoDelay(true);
  return within(socket, async () => {
    let [purpose = '', theirs = ''] = (await lineOf(socket)).split(' ');
    if (!purposes.includes(purpose)) throw new UnverifiedPeer();
    let mine = randomBytes(16).toString('base64url');
    socket.write(`${mine} ${proofOf('store', secret, purpose, [theirs, mine])}\n`);
    if (!isSameSecret(await lineOf(socket), proofOf('edge', secret, purpose, [theirs, mine])))
      throw new UnverifiedPeer();
    socket.write('ok\n');
    return purpose as LinkPurpose;
  });
}

export class UnverifiedPeer extends Error {
  constructor() {
    super('the other end of the link did not prove that it belongs to this installation');
  }
}

/** Ends the connection where `shake` fails or takes too long. */
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

/** The next line; what follows it stays in the socket. */
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
      for (let part; (part = socket.read() as Buffer | null);) {
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
