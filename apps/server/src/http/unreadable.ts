import type { Socket } from 'node:net';
import type { ErrorCode } from '@vigil/contract/errors';

interface Unreadable {
  readonly status: string;
  readonly code: ErrorCode;
  readonly message: string;
}

const notHttp: Unreadable = { status: '400 Bad Request', code: 'invalid_input', message: 'The request cannot be read as HTTP.' };

/** Node's codes of what can be told apart; a sender whose token or address has grown too long has to hear that. */
const known: ReadonlyMap<string, Unreadable> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: '431 Request Header Fields Too Large',
      code: 'invalid_input',
      message: 'The address and the headers of the request are longer than the 16 KiB that are read. Shorten them.',
    },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: '408 Request Timeout',
      code: 'request_timeout',
      message: 'The request did not arrive completely in time, so nothing of it was used. Send it again.',
    },
  ],
]);

/** How long a client that was answered past everything else may take to hear it and hang up, in milliseconds. */
const lingerMs = 2_000;

/** Answers what never became a request, past everything else: there is only the socket, which is closed with it. */
export function answerUnreadable(secure: ReadonlyMap<string, string>): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const fixed = [...secure].map(([name, value]) => `${name}: ${value}`);
  return (error, socket) => {
    if (!socket.writable) return;
    const { status, code, message } = known.get(error.code ?? '') ?? notHttp;
    const body = JSON.stringify({ error: { code, message } });
    const headers = [
      ...fixed,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
    ];
    socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
    // Our half is closed; somebody who never closes theirs would keep the socket for ever.
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
