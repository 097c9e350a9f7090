import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import { besides } from '#platform/postgres/database.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Database, Sql } from '../../postgres/database.ts';
import type { AuditHead } from '../audit-entry.ts';
import { headsNotFound, headsNow, lockPlace, noteWritten } from './anchor.store.ts';
import { type Anchor, type AnchoredHead, type AnchorFinding, sealedLines } from './anchor-entry.ts';
import { readAnchorFile, setAnchorAside, writeAnchorFile } from './anchor-file.ts';

/**
 * Keeps an anchor of the audit log outside the database: whoever has every right in the database, and no access to the
 * data directory, can no longer shorten the log, empty it or put it back to an earlier state without being noticed.
 *
 * What it does not stop: somebody who may write both the database and the data directory. The key lies beside the
 * anchor, so they can seal a new one. Against them keep anchors elsewhere: the server writes them to its log, and
 * `vigil audit anchor` prints them; `vigil doctor --anchor` compares.
 */
export interface AuditAnchor {
  /** Tells of entries that were committed: the chain went from one head to the other. Costs no more than a map entry. */
  note(tenantId: string, from: AuditHead, to: AuditHead): void;
  /** Writes what was noted. Resolves when it is on disk; failures are logged, and tried again with the next entry. */
  flush(): Promise<void>;
  /** Writes what was noted and, for a collector of logs to keep, the anchor to the log. */
  stop(): Promise<void>;
}

export interface AnchorDependencies {
  readonly database: Pick<Database, 'tenant' | 'global'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** `Secrets.auditSeal`. */
  readonly key: string;
  readonly dataDir: string;
  /** See `placeOf`. */
  readonly place: string;
  /** At most one write in this time, however many entries there are. */
  readonly everySeconds: number;
  /** How often the anchor goes to the log; 0 never. */
  readonly logMinutes: number;
}

interface Noted {
  readonly from: AuditHead;
  readonly to: AuditHead;
}

export function createAuditAnchor(dependencies: AnchorDependencies): AuditAnchor {
  const { clock, log, key } = dependencies;
  let noted = new Map<string, Noted>();
  let kept: Anchor | undefined;
  let loggedAtMs = clock.now();
  let failing = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (noted.size === 0) return;
    const taken = noted;
    noted = new Map();
    try {
      kept = await writeNext(dependencies, taken, kept);
      failing = false;
    } catch (error) {
      for (const [tenant, later] of noted) taken.set(tenant, { from: taken.get(tenant)?.from ?? later.from, to: later.to });
      noted = taken;
      if (!failing)
        reportJobFailure(log, 'audit-anchor', { err: error }, 'the anchor of the audit log could not be written; it is tried again');
      failing = true;
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  function tellLog(): void {
    if (!kept || dependencies.logMinutes === 0) return;
    loggedAtMs = clock.now();
    for (const line of sealedLines(key, kept)) log.info({ auditAnchor: JSON.parse(line) }, 'how far the audit log has come');
  }

  async function beat(): Promise<void> {
    await flush();
    if (clock.now() - loggedAtMs >= dependencies.logMinutes * 60_000) tellLog();
  }

  return {
    note(tenantId, from, to) {
      noted.set(tenantId, { from: noted.get(tenantId)?.from ?? from, to });
      timer ??= setTimeout(() => void beat(), dependencies.everySeconds * 1000).unref();
    },
    flush,
    async stop() {
      await flush();
      tellLog();
    },
  };
}

/** One write: under a lock in the database, so that a server and the operator's tool beside it never write over each other. */
async function writeNext(dependencies: AnchorDependencies, noted: ReadonlyMap<string, Noted>, kept: Anchor | undefined): Promise<Anchor> {
  const { database, clock, log, key, dataDir, place } = dependencies;
  return database.global(async (sql) => {
    const writes = await lockPlace(sql, place);
    const at = new Date(clock.now()).toISOString();
    const { base, found } = await before(dependencies, writes, kept);
    if (found) log.error({ found }, 'the anchor of the audit log is not the one that was written last: run vigil doctor');
    const tenants = await advance(sql, base.tenants, noted);
    for (const [tenant, head] of Object.entries(tenants))
      if (head.broken && !base.tenants[tenant]?.broken)
        log.error({ tenant, sequence: head.sequence }, 'the audit log lacks an entry that was anchored: run vigil doctor');
    const next: Anchor = {
      format: 1,
      place,
      writes: Math.max(writes, base.writes) + 1,
      at,
      found: found ? [...base.found, { at, what: found }] : base.found,
      tenants,
    };
    // The file first: after a crash in between it is one write ahead of what the database knows, which is no finding.
    await writeAnchorFile(dataDir, key, next);
    await noteWritten(sql, place, next.writes);
    return next;
  });
}

/** The anchor to go on from, and what is wrong with the one that was found. */
async function before(
  { database, clock, key, dataDir, place }: AnchorDependencies,
  writes: number,
  kept: Anchor | undefined,
): Promise<{ base: Anchor; found?: AnchorFinding }> {
  const file = await readAnchorFile(dataDir, key);
  const found = judgeAnchorFile(file, place, writes);
  if (file !== undefined && file !== 'changed') return { base: found === 'put back' ? (kept ?? file) : file, ...(found && { found }) };
  if (file === 'changed') await setAnchorAside(dataDir, clock.now());
  const begun: Anchor = { format: 1, place, writes, at: '', found: [], tenants: kept ? {} : await besides(() => headsNow(database, key)) };
  return { base: kept ?? begun, ...(found && { found }) };
}

/** What is wrong with an anchor, by what the database knows of the place; undefined when nothing is. */
export function judgeAnchorFile(file: Anchor | 'changed' | undefined, place: string, writes: number): AnchorFinding | undefined {
  if (file === undefined) return writes > 0 ? 'missing' : undefined;
  if (file === 'changed') return 'changed';
  // A data directory that was moved, copied for another node or restored brings its anchor along.
  if (file.place !== place) return writes > 0 ? 'replaced' : undefined;
  return file.writes < writes ? 'put back' : undefined;
}

/** Moves the heads on. One that does not continue from the anchored entry is moved only when that entry still stands in the log. */
async function advance(sql: Sql, anchored: Anchor['tenants'], noted: ReadonlyMap<string, Noted>): Promise<Anchor['tenants']> {
  const toProve: Record<string, AnchoredHead> = {};
  for (const [tenant, { from }] of noted) {
    const head = anchored[tenant];
    if (head && !(head.sequence === from.sequence && head.hash === from.hash.toString('hex'))) toProve[tenant] = head;
  }
  const wrong = await headsNotFound(sql, toProve);
  const next = { ...anchored };
  for (const [tenant, { to }] of noted) {
    const head = anchored[tenant];
    if (head?.broken) continue;
    if (head && wrong.has(tenant)) next[tenant] = { ...head, broken: true };
    else if (to.sequence > (head?.sequence ?? 0)) next[tenant] = { sequence: to.sequence, hash: to.hash.toString('hex') };
  }
  return next;
}
