import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server at a port of its own. A sender that is killed in the middle of its talk does not end it. */
export async function listenForMail(options: SMTPServerOptions) {
  const server = new SMTPServer({ hideSTARTTLS: true, ...options });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** A mail server that takes everything, so long after it was handed over. Milliseconds. */
export async function startMailServer({ afterMs = 0 } = {}) {
  const taken: string[] = [];
  const { address, stop } = await listenForMail({
    authOptional: true,
    async onData(stream, session, done) {
      const isWhole = await stream.toArray().then(
        () => true,
        () => false,
      );
      if (!isWhole) return;
      await pause(afterMs);
      taken.push(...session.envelope.rcptTo.map((to) => to.address));
      done();
    },
  });
  /** `taken`: to whom mails were taken, once for each. */
  return { url: `smtp://${address}?ignoreTLS=true`, taken: (): readonly string[] => taken, stop };
}
