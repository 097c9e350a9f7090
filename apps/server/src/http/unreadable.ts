import type { Socket } from 'node:net';
import type { ErrorCode } from '@vigil/contract/errors';

interface Unreadable {
  readonly status: string;
  readonly code: ErrorCode;
  readonly message: string;
}

const notHttp: Unreadable = { status: '400 Bad Request', code: 'invalid_input', message: 'The request cannot be read as HTTP.' };

/** Node's codes of what can be told apart; a sender whose token or address has grown too long has to hear that. */
const known: Readonly<Record<string, Unreadable>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'invalid_input',
    message: 'The address and the headers of the request are longer than the 16 KiB that are read. Shorten them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid_input',
    message: 'The request did not arrive completely in time, so nothing of it was used. Send it again.',
  },
};

/** Answers what never became a request, past everything else: there is only the socket, which is closed with it. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  const { status, code, message } = known[error.code ?? ''] ?? notHttp;
  const body = JSON.stringify({ error: { code, message } });
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}
