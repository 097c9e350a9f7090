import { setTimeout as pause } from 'node:timers/promises';
import type { Band } from './clinic.ts';

export interface Reading {
  /** Unix seconds. */
  readonly timestamp: number;
  readonly data: Readonly<Record<string, number>>;
}

/** An access token for a band, by its own credentials. Throws with the status when it is not let in. */
export async function signInBand(url: string, { clientId, secret }: Pick<Band, 'clientId' | 'secret'>): Promise<string> {
  const answer = await fetch(`${url}/idp/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  if (!answer.ok) throw new Error(`The band was not let in: ${answer.status}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Sends ticks by rows, as a band does. */
export function sendReadings(url: string, userId: string, token: string, readings: readonly Reading[]): Promise<Response> {
  return fetch(`${url}/ticks-store/api/v1/users/${userId}/ticks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ source: 'device', ticks: readings }),
  });
}

export interface Sending {
  /** Batches that the server has acknowledged. */
  acknowledged(): number;
  /** Every status that was answered, and how often; `none` where no answer came. */
  readonly answers: ReadonlyMap<number | 'none', number>;
  /** Answers that asked to come again later without saying when. */
  readonly withoutRetryAfter: readonly number[];
  /** Sends no further batch; resolves when the last one was answered, or got no answer. */
  stop(): Promise<void>;
}

const ticksPerBatch = 50;
/** So far apart that a few batches fill days, whose rollups can be looked at. */
const stepSeconds = 600;

/** What bands have sent and what was acknowledged, over all starts and ends of the server. */
export function createRecords(bands: readonly Band[]) {
  const startSeconds = Math.floor(Date.now() / 1000) - 10 * 365 * 86_400;
  const acknowledged = new Map(bands.map((band) => [band.userId, new Map<number, number>()]));
  const unsure = new Map<string, Reading[]>();
  const nextIndex = new Map<string, number>();

  /** What the band measured next; a batch that was not acknowledged comes again first, as a band would send it. */
  function nextBatch(userId: string): Reading[] {
    const again = unsure.get(userId);
    if (again) return again;
    const from = nextIndex.get(userId) ?? 0;
    nextIndex.set(userId, from + ticksPerBatch);
    const batch = Array.from({ length: ticksPerBatch }, (_, index) => ({
      timestamp: startSeconds + (from + index) * stepSeconds,
      data: { heart_rate: 50 + ((from + index) % 90) },
    }));
    unsure.set(userId, batch);
    return batch;
  }

  function note(userId: string, batch: readonly Reading[]): void {
    unsure.delete(userId);
    for (const { timestamp, data } of batch) acknowledged.get(userId)?.set(timestamp, data.heart_rate ?? Number.NaN);
  }

  /** Lets every band send without a pause until it is told to stop, or gets no answer any more. */
  function send(url: string, { persistent }: { persistent: boolean }): Sending {
    const answers = new Map<number | 'none', number>();
    const withoutRetryAfter: number[] = [];
    let batches = 0;
    let stopped = false;
    const count = (answer: number | 'none') => answers.set(answer, (answers.get(answer) ?? 0) + 1);

    async function run(band: Band): Promise<void> {
      let token = await signInBand(url, band).catch(() => '');
      while (!stopped) {
        const batch = nextBatch(band.userId);
        const answer = await sendReadings(url, band.userId, token, batch).catch(() => undefined);
        count(answer?.status ?? 'none');
        if (!answer) {
          if (!persistent) return;
          await pause(50);
          continue;
        }
        const accepted = answer.ok
          ? ((await answer.json().catch(() => undefined)) as { accepted: number } | undefined)?.accepted
          : undefined;
        if (accepted === batch.length) {
          note(band.userId, batch);
          batches += 1;
          continue;
        }
        await answer.body?.cancel().catch(() => {});
        if (answer.status === 401) token = await signInBand(url, band).catch(() => '');
        else if (answer.status === 503 || answer.status === 429) {
          const seconds = Number(answer.headers.get('retry-after'));
          if (!(seconds > 0)) withoutRetryAfter.push(answer.status);
          await pause(Math.min(seconds, 1) * 1000);
        }
      }
    }

    const running = Promise.all(bands.map(run));
    return {
      acknowledged: () => batches,
      answers,
      withoutRetryAfter,
      async stop() {
        stopped = true;
        await running;
      },
    };
  }

  return {
    send,
    /** Unix seconds in which all of it lies: the end is exclusive. */
    span: () => ({ from: startSeconds, to: startSeconds + Math.max(0, ...nextIndex.values()) * stepSeconds + 1 }),
    acknowledgedOf: (userId: string): ReadonlyMap<number, number> => acknowledged.get(userId) ?? new Map(),
    totalAcknowledged: () => [...acknowledged.values()].reduce((sum, ticks) => sum + ticks.size, 0),
  };
}

export type Records = ReturnType<typeof createRecords>;

/** What the server gives back of a member's heart rate: the stored ticks by time, and how many there are by its own counting. */
export async function readBack(url: string, token: string, userId: string, span: { from: number; to: number }) {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const interval = `start_time=${span.from}&end_time=${span.to}`;
  const moments = await ask<{ timestamp: number; data: { heart_rate: number } }[]>(
    `/ticks-store/api/v1/users/${userId}/ticks?metrics=heart_rate&${interval}`,
  );
  const { heart_rate: buckets = [] } = await ask<{ heart_rate?: { count: number }[] }>(
    `/ticks-store/api/v1/users/${userId}/aggregate?metrics=heart_rate&reduce=hist&${interval}`,
  );
  const days = await ask<{ timestamp: number; data: { heart_rate_count: number; heart_rate_mean: number } }[]>(
    `/events-processor/api/v1/users/${userId}/facts-over-time?facts=heart_rate_count,heart_rate_mean&tz=UTC&granularity=DAILY` +
      `&from_ts=${span.from - 86_400}&to_ts=${span.to + 86_400}`,
  );
  return {
    ticks: new Map(moments.map(({ timestamp, data }) => [timestamp, data.heart_rate])),
    moments: moments.length,
    counted: buckets.reduce((sum, bucket) => sum + bucket.count, 0),
    /** From the rollups. */
    days,
    rolledUp: days.reduce((sum, day) => sum + day.data.heart_rate_count, 0),
  };
}
