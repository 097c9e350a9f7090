import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Log } from '#platform/log.ts';
import { watchSilence } from '#platform/silence.ts';
import { laneHeader } from './child/request.ts';
import type { InsertFrom, Lane, TicksEngine, TicksQuery } from './engine.ts';
import { isRefusal, ticksFailure } from './failures.ts';
import { withSettings } from './settings.ts';

export interface TicksEngineOptions {
  /** May carry user and password, as in `http://user:password@ticks.example:8123`. */
  readonly url: string;
  /** The embedded engine's secret; it stands in for a password. */
  readonly secret?: string;
  readonly log?: Pick<Log, 'warn'>;
}

const lanes: Readonly<Record<Lane, { connections: number; maxSeconds: number }>> = {
  chart: { connections: 8, maxSeconds: 10 },
  report: { connections: 2, maxSeconds: 60 },
  intake: { connections: 2, maxSeconds: 60 },
  background: { connections: 2, maxSeconds: 60 },
};
/**
 * One thread a statement: work that nobody waits for leaves the other cores to those who do, and a chart reads so little
 * that handing it out to several threads costs a quarter more than it saves.
 */
const laneSettings: Readonly<Partial<Record<Lane, Readonly<Record<string, string>>>>> = {
  background: { max_threads: '1' },
  chart: { max_threads: '1' },
};
/** How much longer than the engine's own bound the answer may take before it counts as lost. */
const graceSeconds = 5;

/** The ticks store over HTTP; the embedded engine and a ClickHouse server are the same to it. */
export function createTicksEngine(options: TicksEngineOptions): TicksEngine {
  const clients = {
    chart: connect(options, 'chart'),
    report: connect(options, 'report'),
    intake: connect(options, 'intake'),
    background: connect(options, 'background'),
  };
  // The embedded engine has a watch of its own.
  const calls = options.secret === undefined ? watchCalls(options.url) : undefined;

  /** Runs one call of the client within its time and translates what it throws. */
  async function bounded<T>(
    lane: Lane,
    query: TicksQuery | undefined,
    work: (sqlSeconds: number, abort: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const maxSeconds = query?.maxSeconds ?? lanes[lane].maxSeconds;
    const outOfTime = AbortSignal.timeout((maxSeconds + graceSeconds) * 1000);
    const call = calls?.begin();
    try {
      calls?.requireServer();
      return await work(maxSeconds, call ? AbortSignal.any([outOfTime, call.vanished]) : outOfTime);
    } catch (error) {
      const failure = ticksFailure(error);
      // The engine's own text may quote values, so the log gets only its code.
      if (isRefusal(failure)) options.log?.warn({ lane, refusal: failure.message }, 'the ticks engine refused a statement');
      throw failure;
    } finally {
      call?.end();
    }
  }

  async function send(statement: string, body: readonly Uint8Array[]): Promise<void> {
    await bounded('intake', undefined, async (_, abort_signal) => {
      const values = Readable.from(body, { objectMode: false, highWaterMark: 4 * 1024 * 1024 });
      const { stream } = await clients.intake.exec({ query: `${statement}\nFORMAT RowBinary`, values, abort_signal });
      stream.resume();
    });
  }

  return {
    query<Row extends object>(sql: string, parameters?: Record<string, unknown>, query?: TicksQuery) {
      const lane = query?.lane ?? 'chart';
      return bounded(lane, query, async (maxSeconds, abort_signal) => {
        const answer = await clients[lane].query({
          query: withSettings(sql, maxSeconds, settingsOf(lane, query)),
          query_params: parameters,
          format: 'JSONEachRow',
          abort_signal,
        });
        return answer.json<Row>();
      });
    },
    rowBinary(sql, parameters, query) {
      const lane = query?.lane ?? 'report';
      return bounded(lane, query, async (maxSeconds, abort_signal) => {
        const statement = `${withSettings(sql, maxSeconds, settingsOf(lane, query))}\nformat RowBinary`;
        const { stream } = await clients[lane].exec({ query: statement, query_params: parameters, abort_signal });
        // Not through a Blob, as stream consumers do it: that copies what may be many megabytes twice.
        return Buffer.concat(await stream.toArray());
      });
    },
    async command(sql, parameters, query) {
      const lane = query?.lane ?? 'chart';
      await bounded(lane, query, (maxSeconds, abort_signal) =>
        clients[lane].command({ query: withSettings(sql, maxSeconds, settingsOf(lane, query)), query_params: parameters, abort_signal }),
      );
    },
    insert: (table, columns, rowBinary) => send(`insert into ${table} (${columns.join(', ')})`, [rowBinary]),
    insertFrom: (insert) => send(insertFromStatement(insert), insert.body),
    async ping() {
      // Not the client's ping: that asks whether a server is there, this whether the engine answers questions.
      await this.query('select 1 as ok', {}, { maxSeconds: 2 });
    },
    async close() {
      calls?.stop();
      await Promise.all(Object.values(clients).map((client) => client.close()));
    },
  };
}

/** Calls to a server that may vanish: they are given up with it. Whatever it answers to one counts as heard. */
function watchCalls(url: string) {
  const address = new URL('/ping', url);
  address.username = '';
  address.password = '';
  const beganAtMs = new Map<AbortController, number>();
  let heardAtMs = performance.now();
  const watch = watchSilence({
    silentForMs: () => Math.max(0, performance.now() - Math.max(heardAtMs, Math.min(...beganAtMs.values()))),
    async ask(signal) {
      const answer = await fetch(address, { signal });
      await answer.arrayBuffer();
    },
    giveUp() {
      for (const call of beganAtMs.keys()) call.abort();
    },
  });
  return {
    begin() {
      const call = new AbortController();
      beganAtMs.set(call, performance.now());
      return {
        vanished: call.signal,
        end() {
          if (!call.signal.aborted) heardAtMs = performance.now();
          beganAtMs.delete(call);
        },
      };
    },
    /** Throws while the server is gone: it would be waited for again. */
    requireServer() {
      if (watch.isGone()) throw new Error('The server does not answer any more');
    },
    stop: watch.stop,
  };
}

function settingsOf(lane: Lane, query: TicksQuery | undefined): Readonly<Record<string, string>> | undefined {
  return query?.threads === undefined ? laneSettings[lane] : { ...laneSettings[lane], max_threads: String(query.threads) };
}

function insertFromStatement(insert: InsertFrom): string {
  const statement = `insert into ${insert.table} (${insert.columns.join(', ')}) select ${insert.select.join(', ')} from input('${insert.structure}') ${insert.clause ?? ''}`;
  return withSettings(statement, lanes.intake.maxSeconds, insert.settings);
}

function connect(options: TicksEngineOptions, lane: Lane) {
  const url = new URL(options.url);
  const username = decodeURIComponent(url.username) || 'default';
  const password = options.secret ?? decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  return createClient({
    url,
    username,
    password,
    max_open_connections: lanes[lane].connections,
    // Every call has its own, shorter bound.
    request_timeout: 600_000,
    // The embedded engine keeps idle connections for a minute, a server by default for 30 s (earlier ones 3 s).
    keep_alive: { enabled: true, idle_socket_ttl: 2_500 },
    use_multipart_params_auto: true,
    http_headers: { [laneHeader]: lane },
    log: { level: ClickHouseLogLevel.OFF },
  });
}
