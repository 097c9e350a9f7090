import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  readonly socket: Socket;
  /** All that comes back until the server closes the connection. */
  readonly answer: Promise<string>;
}

/** A request as it is written down, over a connection of its own: for clients that send slowly, partly, or nothing at all. */
export function rawRequest(url: string, head: string, headers: Readonly<Record<string, string | number>> = {}): RawRequest {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  const lines = Object.entries({ host: 'vigil.example', ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (head !== '') socket.write(`${head} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  // A server that gives up on a connection may reset it; what it said before that counts.
  socket.on('error', () => socket.push(null));
  return { socket, answer: text(socket).catch(() => '') };
}
