import pino, { type Logger } from 'pino';

export type Log = Logger;

/**
 * The server's log: JSON lines on standard output. Callers log ids of requests, routes and counts; anything that could
 * carry a person (headers, bodies, addresses of mail) is removed here as well, should it ever be passed by mistake.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: {
      paths: [
        'email',
        '*.email',
        'name',
        '*.name',
        'password',
        '*.password',
        'authorization',
        '*.authorization',
        'headers',
        '*.headers',
        'body',
        '*.body',
        'err.parameters',
        'err.detail',
        'err.where',
      ],
      remove: true,
    },
  });
}
