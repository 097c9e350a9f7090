import { connect, createServer } from 'node:net';

/* Takes connections at a port and passes them on to another machine's: `node forwarder.ts <port> <host> <port there>`. */
const [port, host, portThere] = process.argv.slice(2);
const server = createServer((from) => {
  const to = connect(Number(portThere), host);
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const) {
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
});
server.listen(Number(port), () => console.log('listening'));
