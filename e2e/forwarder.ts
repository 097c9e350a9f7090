import { passOn } from './pass-on.ts';

/* Takes connections at a port and passes them on to another machine's: `node forwarder.ts <port> <host> <port there>`. */
const [port, host = '', portThere] = process.argv.slice(2);
passOn(Number(portThere), host).listen(Number(port), () => console.log('listening'));
