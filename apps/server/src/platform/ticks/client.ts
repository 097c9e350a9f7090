import type { Log } from '#platform/log.ts';
import { watchSilence } from '#platform/silence.ts';
import { createTicksCalls, type TicksCall } from './calls.ts';
import type { InsertFrom, Lane, TicksEngine, TicksQuery } from './engine.ts';
import { EngineError, isRefusal, ticksFailure, unreadableAnswer } from './failures.ts';
import { readNative } from './native.ts';
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
const rowBinary = '\nformat RowBinary';
const nobody = '00000000-0000-0000-0000-000000000000';
const ofNobody = `tenant_id = toUUID('${nobody}') and user_id = toUUID('${nobody}')`;

/** The ticks store over HTTP; the embedded engine and a ClickHouse server are the same to it. */
export function createTicksEngine(options: TicksEngineOptions): TicksEngine {
  const callsOf = (lane: Lane) => createTicksCalls({ ...options, lane, connections: lanes[lane].connections });
  const calls = { chart: callsOf('chart'), report: callsOf('report'), intake: callsOf('intake'), background: callsOf('background') };
  // The embedded engine has a watch of its own.
  const watch = options.secret === undefined ? watchCalls(options.url) : undefined;

  /** Makes one call within its time and translates what it throws. */
  async function post(lane: Lane, maxSeconds: number, call: Omit<TicksCall, 'signal'>): Promise<Buffer> {
    const outOfTime = AbortSignal.timeout((maxSeconds + graceSeconds) * 1000);
    const watched = watch?.begin();
    try {
      watch?.requireServer();
      return await calls[lane].post({ ...call, signal: watched ? AbortSignal.any([outOfTime, watched.vanished]) : outOfTime });
    } catch (error) {
      const failure = ticksFailure(error, outOfTime.aborted);
      // The engine's own text may quote values, so the log gets only its code.
      if (isRefusal(failure)) options.log?.warn({ lane, refusal: failure.message }, 'the ticks engine refused a statement');
      else if (failure.cause instanceof EngineError)
        options.log?.warn(
          { lane, code: failure.cause.code, type: failure.cause.type },
          'the ticks engine is not available for a statement',
        );
      throw failure;
    } finally {
      watched?.end();
    }
  }

  /** `format`: of an answer that somebody reads, behind the statement. */
  function ask(sql: string, parameters: TicksCall['parameters'], { lane = 'chart', ...query }: TicksQuery, format = ''): Promise<Buffer> {
    const maxSeconds = query.maxSeconds ?? lanes[lane].maxSeconds;
    return post(lane, maxSeconds, { sql: `${withSettings(sql, maxSeconds, settingsOf(lane, query))}${format}`, parameters });
  }

  /** What the answer holds. Whatever fails in reading it is the answer's fault, and is logged without a word of it. */
  function read<Rows>(format: string, answer: Buffer, rowsOf: (answer: Buffer) => Rows): Rows {
    try {
      return rowsOf(answer);
    } catch (error) {
      const kind = error instanceof Error ? error.name : typeof error;
      options.log?.warn({ format, bytes: answer.length, kind }, 'an answer of the ticks engine cannot be read');
      throw unreadableAnswer();
    }
  }

  async function send(statement: string, rows: readonly Uint8Array[]): Promise<void> {
    await post('intake', lanes.intake.maxSeconds, { sql: `${statement}${rowBinary}`, rows });
  }

  return {
    async query<Row extends object>(sql: string, parameters?: Record<string, unknown>, query: TicksQuery = {}) {
      const answer = await ask(sql, parameters, query, '\nformat JSONEachRow');
      return read('JSONEachRow', answer, (lines) => JSON.parse(`[${lines.toString('utf8').trimEnd().replaceAll('\n', ',')}]`) as Row[]);
    },
    columns: async (sql, parameters, query = {}) => read('Native', await ask(sql, parameters, query, '\nformat Native'), readNative),
    rowBinary: (sql, parameters, query) => ask(sql, parameters, { lane: 'report', ...query }, rowBinary),
    async command(sql, parameters, query = {}) {
      await ask(sql, parameters, query);
    },
    insert: (table, columns, rows) => send(`insert into ${table} (${columns.join(', ')})`, [rows]),
    insertFrom: (insert) => send(insertFromStatement(insert), insert.body),
    async ping() {
      // Not /ping: that asks whether a server is there, this whether it answers questions about ticks. One may be there without its tables,
      // or without the shards behind them. No member has this id, so the index answers.
      await this.query(`select 1 from vigil.ticks where ${ofNobody} limit 1`, {}, { maxSeconds: 2 });
    },
    async close() {
      watch?.stop();
      for (const own of Object.values(calls)) own.close();
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

function settingsOf(lane: Lane, query: TicksQuery): Readonly<Record<string, string>> | undefined {
  return query.threads === undefined ? laneSettings[lane] : { ...laneSettings[lane], max_threads: String(query.threads) };
}

function insertFromStatement(insert: InsertFrom): string {
  const statement = `insert into ${insert.table} (${insert.columns.join(', ')}) select ${insert.select.join(', ')} from input('${insert.structure}') ${insert.clause ?? ''}`;
  return withSettings(statement, lanes.intake.maxSeconds, insert.settings);
}
