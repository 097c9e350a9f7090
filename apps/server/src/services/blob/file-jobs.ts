import { randomUUID } from 'node:crypto';
import type { FileState } from '@vigil/contract/blob.values';
import type { Blobs } from '#platform/blob/blob.ts';
import type { Clamd } from '#platform/clamd/clamd.ts';
import type { Clock } from '#platform/clock.ts';
import { isDiskFull } from '#platform/disk/disk-full.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type ChatFileRow, giveUp, nameBlob, readFiles } from './chat-files.store.ts';
import { claimJob, endJob, type FileJob, type FileJobKind, fileJobKinds, isStillOurs, tryAgain } from './file-jobs.store.ts';
import type { Inspector } from './inspecting/inspector.ts';

/** Something about a sent file has changed: whoever reads the conversation is told, in the transaction that is given. */
export type FileChanged = (sql: Sql, tenantId: string, conversationId: string, fileId: string) => Promise<void>;

export interface FileJobsDeps {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly inspector: Inspector;
  /** Null where none is configured: then nothing is checked. */
  readonly clamd: Clamd | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly drop: (tenantId: string, id: string) => Promise<void>;
  readonly onChanged: FileChanged;
  /** How often a process looks for what is due. */
  readonly everySeconds: number;
}

export interface FileJobs {
  /** Does what is due of one tenant. */
  run(tenantId: string): Promise<unknown>;
  /** There is something to be done with a file of the tenant's; it is begun. */
  note(tenantId: string): void;
  /** Clears away what was never sent, of every tenant. */
  clearUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Of one kind at a time: in a process, and of those for one tenant, whose files may all be such that they stall whoever looks at them. */
const [mostAtOnce, mostOfTenant] = [8, 4];
/** Nobody else takes a job on while one process has it; after that the process has died. Seconds. */
const forSeconds = 300;
/** Before a job is tried again: twice as long each time. Seconds. */
const [firstPauseSeconds, longestPauseSeconds] = [5, 300];
/** A picture whose small copy fails so often has none. */
const mostThumbnailTries = 3;
const clearEverySeconds = 600;
const clearedAtOnce = 500;
/** What was uploaded and not sent is kept so long. Hours. */
const unsentHours = 24;

/** Checks files for malware and makes small copies of pictures: in every process, each thing in one of them. */
export function createFileJobs(deps: FileJobsDeps): FileJobs {
  const { database, blobs, inspector, clamd, clock, log, drop, onChanged, everySeconds } = deps;
  const stopping = new AbortController();

  const changed = async (sql: Sql, tenantId: string, fileId: string, conversationId: string | null) => {
    if (conversationId !== null) await onChanged(sql, tenantId, conversationId, fileId);
  };

  /**
   * Malware that was found stays found. All else is noted only while the job is ours: where another process has taken it on meanwhile,
   * because this one stood still, what that one says stands.
   */
  async function settle(tenantId: string, job: FileJob, state: FileState, end: (sql: Sql) => Promise<unknown>): Promise<void> {
    await database.tenant(tenantId, async (sql) => {
      if (!(await isStillOurs(sql, tenantId, job)) && state !== 'infected') return;
      const [file] = await sql.query<{ conversationId: string | null }>(
        `update vigil.files set state = $3 where tenant_id = $1 and id = $2 and state <> $3 and state <> 'infected' returning conversation_id`,
        [tenantId, job.fileId, state],
      );
      await end(sql);
      if (file) await changed(sql, tenantId, job.fileId, file.conversationId);
    });
  }

  async function check(tenantId: string, job: FileJob, { id }: ChatFileRow): Promise<void> {
    // The scanner was taken out of the settings: it is not said to be checked, and not opened either, until there is one again.
    if (!clamd) return settle(tenantId, job, 'waiting', (sql) => tryAgain(sql, tenantId, job, longestPauseSeconds));
    try {
      const finding = await clamd.scan(blobs.read(id), stopping.signal);
      if (!finding.isClean) log.warn({ file: id, malware: finding.malware }, 'malware was found in a file; it is locked away');
      await settle(tenantId, job, finding.isClean ? 'ready' : 'infected', (sql) => endJob(sql, tenantId, job));
    } catch (error) {
      reportJobFailure(log, 'files', { err: error, file: id }, 'a file could not be checked for malware; it is tried again');
      await settle(tenantId, job, 'waiting', (sql) => tryAgain(sql, tenantId, job, pauseAfter(job)));
    }
  }

  async function thumbnail(tenantId: string, job: FileJob, { id, userId }: ChatFileRow): Promise<void> {
    try {
      const bytes = await inspector.thumbnail(blobs.pathOf(id), { tenantId, userId });
      const smallId = randomUUID();
      await database.tenant(tenantId, (sql) => nameBlob(sql, tenantId, userId, smallId, clock.now()));
      await blobs.put(smallId, bytes);
      const isKept = await database.tenant(tenantId, async (sql) => {
        const [file] = await sql.query<{ conversationId: string | null }>(
          `update vigil.files set thumbnail_id = $3 where tenant_id = $1 and id = $2 and purpose = 'chat' and thumbnail_id is null
           returning conversation_id`,
          [tenantId, id, smallId],
        );
        await endJob(sql, tenantId, job);
        if (!file) return false;
        // From now on the picture names it.
        await sql.query('delete from vigil.files where tenant_id = $1 and id = $2', [tenantId, smallId]);
        await changed(sql, tenantId, id, file.conversationId);
        return true;
      });
      if (!isKept) await drop(tenantId, smallId);
    } catch (error) {
      reportJobFailure(log, 'files', { err: error, file: id }, 'a small copy of a picture could not be made');
      await database.tenant(tenantId, (sql) =>
        // A server that stops, or whose disk is full, has given it up, not the picture.
        job.tries >= mostThumbnailTries && !stopping.signal.aborted && !isDiskFull(error)
          ? endJob(sql, tenantId, job)
          : tryAgain(sql, tenantId, job, pauseAfter(job)),
      );
    }
  }

  /** Takes one of a tenant's on and does it; false where none is due. `begun`: it was taken on. */
  async function doNext(kind: FileJobKind, tenantId: string, begun = () => {}): Promise<boolean> {
    if (stopping.signal.aborted) return false;
    const found = await database.tenant(tenantId, async (sql) => {
      const job = await claimJob(sql, tenantId, kind, forSeconds);
      return job && { job, file: (await readFiles(sql, tenantId, [job.fileId]))[0] };
    });
    if (!found) return false;
    begun();
    const { job, file } = found;
    if (!file) await database.tenant(tenantId, (sql) => endJob(sql, tenantId, job));
    else await (kind === 'check' ? check(tenantId, job, file) : thumbnail(tenantId, job, file));
    return true;
  }
  async function runOf(kind: FileJobKind, tenantId: string): Promise<void> {
    while (await doNext(kind, tenantId));
  }

  /** Tenants with something of a kind to be done, in turns. What stalls holds nothing up but its own place. */
  function laneOf(kind: FileJobKind) {
    const waiting = new Set<string>();
    const working = new Map<Promise<unknown>, string>();
    const isOpen = (tenantId: string) => [...working.values()].filter((one) => one === tenantId).length < mostOfTenant;
    function begin(): void {
      for (const tenantId of waiting) {
        if (working.size === mostAtOnce) return;
        if (!isOpen(tenantId)) continue;
        waiting.delete(tenantId);
        const work = doNext(kind, tenantId, () => note(tenantId))
          .catch(failed)
          .then(() => {
            working.delete(work);
            begin();
          });
        working.set(work, tenantId);
      }
    }
    function note(tenantId: string): void {
      waiting.add(tenantId);
      begin();
    }
    return { note, ended: () => Promise.all(working.keys()) };
  }
  const failed = (error: unknown) => reportJobFailure(log, 'files', { err: error }, 'work on files failed; it will be tried again');
  const lanes = fileJobKinds.map(laneOf);
  const note = (tenantId: string) => {
    for (const lane of lanes) lane.note(tenantId);
  };

  async function clearUp(): Promise<void> {
    const left = await database.ask<{ tenantId: string; id: string }>('select tenant_id, id from vigil.files_never_sent($1, $2)', [
      ...[unsentHours, clearedAtOnce],
    ]);
    for (const { tenantId, id } of left) {
      if (stopping.signal.aborted) return;
      const gone = await database.tenant(tenantId, (sql) => giveUp(sql, tenantId, id, clock.now()));
      if (gone !== 'sent') for (const blob of gone) await drop(tenantId, blob);
    }
  }

  let clearing: Promise<void> | null = null;
  const timers = [
    setInterval(() => {
      void database
        .ask<{ tenantId: string }>('select tenant_id from vigil.tenants_with_file_jobs()')
        .then((tenants) => {
          for (const { tenantId } of tenants) note(tenantId);
        })
        .catch(failed);
    }, everySeconds * 1000),
    setInterval(() => {
      clearing ??= clearUp()
        .catch(failed)
        .finally(() => {
          clearing = null;
        });
    }, clearEverySeconds * 1000),
  ];
  for (const timer of timers) timer.unref();

  return {
    run: (tenantId) => Promise.all(fileJobKinds.map((kind) => runOf(kind, tenantId))),
    note,
    clearUp,
    async stop() {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all([clearing, ...lanes.map((lane) => lane.ended())]);
    },
  };
}

const pauseAfter = ({ tries }: FileJob) => Math.min(firstPauseSeconds * 2 ** (tries - 1), longestPauseSeconds);
