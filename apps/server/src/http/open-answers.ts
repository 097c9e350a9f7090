import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

export interface OpenAnswerLimits {
  /** Answers that one network may leave open at once, event streams aside. */
  readonly perNetwork: number;
  /** Bytes of whole answers that wait in the server for the readers of one network. */
  readonly unreadBytesPerNetwork: number;
  /** The same of everybody. */
  readonly unreadBytes: number;
}

const MiB = 1024 * 1024;
const defaultLimits: OpenAnswerLimits = { perNetwork: 512, unreadBytesPerNetwork: 64 * MiB, unreadBytes: 256 * MiB };

/** An answer from the beginning of its request until its reader's system has taken all of it. */
export interface OpenAnswer {
  /** It is a stream of events, which is open for hours and has bounds of its own. */
  leave(): void;
}

/** Bounds what waits in memory for readers that do not read. */
export interface OpenAnswers {
  watch(response: ServerResponse, network: string): OpenAnswer;
}

interface Unread {
  readonly socket: Socket;
  readonly network: Network;
  /** Of a whole answer, once it has been written; what is written piece by piece waits for its reader. */
  bytes: number;
}

interface Network {
  readonly open: Set<Unread>;
  bytes: number;
}

/**
 * Where a bound is passed, the answer that has waited longest for its reader is given up with its connection, and nobody is
 * refused: behind one address may be a whole clinic, whose people read, beside somebody who does not.
 */
export function createOpenAnswers(limits: OpenAnswerLimits = defaultLimits): OpenAnswers {
  const networks = new Map<string, Network>();
  const everybody: Network = { open: new Set(), bytes: 0 };

  function leave(unread: Unread, name: string): void {
    const { network } = unread;
    if (!network.open.delete(unread)) return;
    everybody.open.delete(unread);
    take(unread, -unread.bytes);
    if (network.open.size === 0) networks.delete(name);
  }

  function take(unread: Unread, bytes: number): void {
    unread.bytes += bytes;
    unread.network.bytes += bytes;
    everybody.bytes += bytes;
  }

  return {
    watch(response, name) {
      const { socket } = response;
      // Requests that were made up inside this process have no connection.
      if (!(socket instanceof Socket)) return { leave: () => {} };
      const network = networks.get(name) ?? { open: new Set(), bytes: 0 };
      networks.set(name, network);
      const unread: Unread = { socket, network, bytes: 0 };
      network.open.add(unread);
      everybody.open.add(unread);
      response.once('prefinish', () => {
        if (!network.open.has(unread)) return;
        take(unread, socket.writableLength);
        while (network.bytes > limits.unreadBytesPerNetwork && giveUpOldest(network));
        while (everybody.bytes > limits.unreadBytes && giveUpOldest(everybody));
      });
      response.once('close', () => leave(unread, name));
      if (network.open.size > limits.perNetwork) giveUpOldest(network);
      return { leave: () => leave(unread, name) };
    },
  };

  /** False where everything that is open is still being worked on. */
  function giveUpOldest({ open }: Network): boolean {
    for (const unread of open) {
      if (unread.socket.destroyed || unread.socket.writableLength === 0) continue;
      take(unread, -unread.bytes);
      unread.socket.destroy();
      return true;
    }
    return false;
  }
}
