import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A way to a server of the test's own whose other end can vanish without a word: connections stay open, new ones are taken, and nothing
 * is passed on in either direction.
 */
export async function startSilentProxy(port: number) {
  let isSilent = false;
  const pairs = new Set<readonly [Socket, Socket]>();
  const hold = (pair: readonly [Socket, Socket]) => {
    for (const one of pair) one.pause();
  };
  const server = createServer((outer) => {
    const inner = connect(port, '127.0.0.1');
    const pair = [outer, inner] as const;
    pairs.add(pair);
    outer.pipe(inner);
    inner.pipe(outer);
    for (const [one, other] of [pair, [inner, outer] as const]) {
      one.on('error', () => {});
      one.on('close', () => {
        pairs.delete(pair);
        // Of what vanished nobody hears that it has ended.
        if (!isSilent) other.destroy();
      });
    }
    if (isSilent) hold(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    vanish() {
      isSilent = true;
      for (const pair of pairs) hold(pair);
    },
    /** What was sent meanwhile arrives now. */
    comeBack() {
      isSilent = false;
      for (const pair of pairs) for (const one of pair) one.resume();
    },
    async stop() {
      for (const pair of pairs) for (const one of pair) one.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
