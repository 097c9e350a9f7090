import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on a connection for the answer to the one before them. HTTP/1.1 lets a client send ahead; hardly any does. */
const mostWaiting = 16;

export interface ConnectionTurns {
  /** Resolves when everything that the connection asked for before has been answered; never where the connection has gone. */
  take(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

interface Connection {
  readonly waiting: (() => void)[];
  isAnswering: boolean;
}

/**
 * Answers the requests of each connection one after the other: the next one begins when the client's system has taken the answer
 * before it. Node begins with all that a connection has sent ahead at once, so that a client which sends a thousand requests
 * and reads nothing would have a thousand answers made and kept for it. Nothing further is read from a connection while
 * requests wait on it; one that has sent more ahead than may wait is closed.
 */
export function createConnectionTurns(): ConnectionTurns {
  const connections = new WeakMap<Socket, Connection>();

  function begin(connection: Connection, socket: Socket, response: ServerResponse): void {
    connection.isAnswering = true;
    response.once('close', () => {
      connection.isAnswering = false;
      const beginNext = connection.waiting.shift();
      if (socket.destroyed) connection.waiting.length = 0;
      else if (beginNext) beginNext();
    });
  }

  return {
    async take({ socket }, response) {
      const connection = connections.get(socket) ?? { waiting: [], isAnswering: false };
      connections.set(socket, connection);
      if (!connection.isAnswering) return begin(connection, socket, response);
      if (connection.waiting.length >= mostWaiting) socket.destroy();
      // What a connection has sent ahead is parsed to its end also after it was closed.
      if (socket.destroyed) return new Promise(() => {});
      socket.pause();
      await new Promise<void>((resolve) => connection.waiting.push(resolve));
      begin(connection, socket, response);
      if (connection.waiting.length > 0) socket.pause();
      else socket.resume();
    },
  };
}
