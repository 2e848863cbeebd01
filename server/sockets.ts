/**
 * Listening sockets that outlive the processes behind them: the supervisor binds them, its children
 * inherit them. While a child restarts, connections wait in the system's queue.
 */
import net from 'node:net';

/** Node's internal way to bind without accepting connections, as its cluster module does. */
interface BoundHandle {
  fd: number;
  getsockname(out: { port?: number }): number;
  close(): void;
}
type CreateHandle = (host: string, port: number, family: 4 | 6, fd: number) => BoundHandle | number;
const createHandle = (net as { _createServerHandle?: CreateHandle })._createServerHandle;

export interface HeldSocket {
  port: number;
  /** For `listen({ fd })` of a child that inherits it. */
  fd: number;
  close(): void;
}

/**
 * Binds a port. Undefined where the platform cannot pass sockets to other processes: then each
 * child binds its own.
 */
export function holdSocket(port: number, host: string): HeldSocket | undefined {
  if (!createHandle || process.platform === 'win32') return undefined;
  let handle = createHandle(host === 'localhost' ? '127.0.0.1' : host, port, net.isIPv6(host) ? 6 : 4, -1);
  if (typeof handle === 'number' || handle.fd < 0) return undefined;
  let bound: { port?: number } = {};
  handle.getsockname(bound);
  return { port: bound.port ?? port, fd: handle.fd, close: () => handle.close() };
}
