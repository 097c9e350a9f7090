import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { reportGivenUp } from '../jobs/job-failures.ts';
import type { Log } from '../log.ts';

export interface ShortMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

/** Text messages to phones. Another provider is another implementation of this. */
export interface Sms {
  /** False: no provider is set, and nothing is ever sent. */
  readonly carries: boolean;
  /** Resolves when the provider has taken the message; rejects with SmsRefused or the network's error when it has not. */
  send(message: ShortMessage): Promise<void>;
  /** Sends without being waited for, trying again when the provider is away for a moment. What cannot be sent is logged, without its number. */
  post(message: ShortMessage): void;
  /** Waits for what was posted. */
  stop(): Promise<void>;
}

/** The provider has answered that it does not take the message. */
class SmsRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The SMS provider answered ${status}`);
    this.name = 'SmsRefused';
    this.status = status;
  }
}

export interface SmsOptions {
  readonly config: Pick<Config, 'smsUrl'>;
  readonly log: Log;
  /** Milliseconds before each further try. */
  readonly retriesMs?: readonly number[];
}

/** How long a provider may take to answer. Milliseconds. */
const answerWithinMs = 15_000;

/**
 * Text messages through the provider that SMS_URL names, by the messages call of Twilio's REST API, which other gateways
 * speak as well: `https://<account>:<token>@api.twilio.com?from=%2B15005550006`. Messages hold links that open an account, so
 * they go over TLS; configuration refuses anything else.
 */
export function createSms({ config, log, retriesMs = [1_000, 10_000] }: SmsOptions): Sms {
  const { smsUrl } = config;
  const posted = new Set<Promise<void>>();
  const send = smsUrl === undefined ? async () => {} : gateway(smsUrl);

  async function persist(message: ShortMessage): Promise<void> {
    for (const pause of retriesMs) {
      try {
        return await send(message);
      } catch (error) {
        // Once the provider may have taken it, trying again could send it twice.
        if (!isToRepeat(error)) throw error;
        await wait(pause);
      }
    }
    await send(message);
  }

  return {
    carries: smsUrl !== undefined,
    send,
    post(message) {
      const sending: Promise<void> = persist(message)
        .catch((error: { code?: string; status?: number }) =>
          reportGivenUp(log, 'sms', { code: error.code, status: error.status }, 'an SMS was given up'),
        )
        .finally(() => posted.delete(sending));
      posted.add(sending);
    },
    async stop() {
      await Promise.all(posted);
    },
  };
}

/** Too busy, or not reached at all. */
function isToRepeat(error: unknown): boolean {
  if (error instanceof SmsRefused) return error.status === 429 || error.status === 503;
  const { code } = ((error as { cause?: { code?: string } }).cause ?? {}) as { code?: string };
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}

function gateway(smsUrl: string): Sms['send'] {
  const url = new URL(smsUrl);
  const [account, token] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const from = url.searchParams.get('from') ?? '';
  const address = `${url.origin}${url.pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  return async ({ to, text }) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization, accept: 'application/json' },
      body: new URLSearchParams({ To: to, From: from, Body: text }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new SmsRefused(answer.status);
  };
}
