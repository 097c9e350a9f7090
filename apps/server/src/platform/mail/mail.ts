import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { reportGivenUp, reportJobFailure } from '../jobs/job-failures.ts';
import type { Log } from '../log.ts';

export interface Message {
  readonly to: string;
  readonly subject: string;
  /** Plain text; links on lines of their own. */
  readonly text: string;
}

export interface Mail {
  /** False: no server is set, and mails wait in the outbox. */
  readonly carries: boolean;
  /** Resolves when the mail server (or the outbox) has taken the message; rejects when it has not. */
  send(message: Message): Promise<void>;
  /** Sends without being waited for, trying again when the mail server is away for a moment. A message that cannot be sent is logged, without its address. */
  post(message: Message): void;
  /** Posted and not yet taken by the mail server. */
  waiting(): number;
  /** Waits for what was posted. */
  stop(): Promise<void>;
}

export interface MailOptions {
  readonly config: Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds before each further try. */
  readonly retriesMs?: readonly number[];
}

/**
 * E-mail: through the server that SMTP_URL names (`smtps://user:password@host?from=care@clinic.example`), else as .eml
 * files in DATA_DIR/outbox, readable by the server's user only, for the operator to look at. Mails hold links that open an
 * account, so they leave this machine encrypted or not at all, unless SMTP_URL says `ignoreTLS=true`.
 */
export function createMail(options: MailOptions): Mail {
  const { config, log } = options;
  const deliver = config.smtpUrl ? smtp(config.smtpUrl, senderOf(config)) : outbox(config.dataDir, senderOf(config), options.clock);
  const posted = new Set<Promise<void>>();

  async function persist(message: Message): Promise<void> {
    for (const pause of options.retriesMs ?? [1_000, 10_000]) {
      try {
        return await deliver.send(message);
      } catch (error) {
        reportJobFailure(log, 'mail', { code: (error as { code?: string }).code }, 'a mail could not be sent, trying again');
        await wait(pause);
      }
    }
    await deliver.send(message);
  }

  return {
    carries: config.smtpUrl !== undefined,
    send: (message) => deliver.send(message),
    post(message) {
      const sending: Promise<void> = persist(message)
        .catch((error: { code?: string }) => reportGivenUp(log, 'mail', { code: error.code }, 'a mail was given up'))
        .finally(() => posted.delete(sending));
      posted.add(sending);
    },
    waiting: () => posted.size,
    async stop() {
      await Promise.all(posted);
      deliver.close();
    },
  };
}

/** Sender address: `from` in SMTP_URL, else no-reply at the public host. */
function senderOf(config: Pick<Config, 'smtpUrl' | 'publicUrl'>): string {
  const given = config.smtpUrl ? new URL(config.smtpUrl).searchParams.get('from') : null;
  return given ?? `Vigil <no-reply@${new URL(config.publicUrl).hostname}>`;
}

/** A mail server that says nothing for so long is tried again later; SMTP_URL may say otherwise. Milliseconds. */
const patience = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 20_000, socketTimeout: 30_000 } as const;

interface Delivery {
  send(message: Message): Promise<void>;
  close(): void;
}

/** SMTP_URL as the mail library takes it: on the way to another machine, a server that offers no TLS is given nothing. */
export function transportUrl(smtpUrl: string): string {
  const server = new URL(smtpUrl);
  server.searchParams.delete('from');
  const isDecided = server.searchParams.has('ignoreTLS') || server.searchParams.has('requireTLS');
  const staysHere = server.hostname === 'localhost' || server.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(server.hostname);
  if (server.protocol === 'smtp:' && !isDecided && !staysHere) server.searchParams.set('requireTLS', 'true');
  return server.toString();
}

/** Connects and signs in as for sending. Rejects where the server does not let us. */
export async function reachMailServer(smtpUrl: string): Promise<void> {
  const transport = nodemailer.createTransport({ url: transportUrl(smtpUrl), ...patience });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function smtp(url: string, from: string): Delivery {
  const transport = nodemailer.createTransport({ url: transportUrl(url), ...patience });
  return {
    async send(message) {
      await transport.sendMail({ from, ...message });
    },
    close: () => transport.close(),
  };
}

function outbox(dataDir: string, from: string, clock: Clock): Delivery {
  const folder = join(dataDir, 'outbox');
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async send(message) {
      const { message: source } = await transport.sendMail({ from, date: new Date(clock.now()), ...message });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      await writeFile(join(folder, name), source as Buffer, { mode: 0o600, flag: 'wx' });
    },
    close: () => transport.close(),
  };
}
