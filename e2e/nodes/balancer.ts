import { createServer, connect as open, type Server, type Socket } from 'node:net';

/**
 * What stands before several servers: hands connections to one after the other, without looking into them and without remembering
 * whose they are, and to the next where one does not answer.
 */
export interface Balancer {
  readonly port: number;
  /** Whom connections go to from now on, each at a port of 127.0.0.1; those that are open are cut. */
  handTo(ports: readonly number[]): void;
  stop(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let ports: readonly number[] = [];
  let turn = 0;
  const clients = new Set<Socket>();
  const server: Server = createServer((client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    client.on('error', () => client.destroy());
    turn += 1;
    handOver(client, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    handTo(given) {
      ports = given;
      for (const client of clients) client.destroy();
    },
    async stop() {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function handOver(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void client.destroy();
  const node = open(port, '127.0.0.1');
  node.once('error', () => {
    if (node.connecting || !client.readable) return void client.destroy();
    handOver(client, others);
  });
  node.once('connect', () => {
    node.removeAllListeners('error');
    node.on('error', () => client.destroy());
    node.once('close', () => client.destroy());
    client.once('close', () => node.destroy());
    client.pipe(node).pipe(client);
  });
}
