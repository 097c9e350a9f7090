import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes everything, so long after it was handed over. Milliseconds. */
export async function startMailServer({ afterMs = 0 } = {}) {
  const taken: string[] = [];
  const server = new SMTPServer({
    ...{ hideSTARTTLS: true, authOptional: true },
    async onData(stream, session, done) {
      await stream.resume().toArray();
      await pause(afterMs);
      taken.push(...session.envelope.rcptTo.map(({ address }) => address));
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}?ignoreTLS=true`,
    /** To whom mails were taken, once for each. */
    taken: (): readonly string[] => taken,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
