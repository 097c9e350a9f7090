import { connect, createServer, type Server } from 'node:net';

/** A server that passes each connection on to a port of a host; what ends at one side ends at the other. */
export const passOn = (port: number, host: string): Server =>
  createServer((from) => {
    const to = connect(port, host);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
