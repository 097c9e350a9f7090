import { VigilError } from '@vigil/contract/errors';
import type { Clock } from '../clock.ts';
import type { Database } from '../postgres/database.ts';
import { append, lockHead } from './audit.store.ts';
import { type AuditEntry, type AuditHead, type AuditRow, hashOf, sealHead } from './audit-entry.ts';

export type { AuditEntry } from './audit-entry.ts';

export interface Audit {
  /**
   * Resolves once the entry is durably in the tenant's chain; await it before an answer with members' data leaves.
   * Entries that arrive while another group is being written share one transaction. Throws VigilError
   * `database_unavailable` when the log cannot be written: then the answer must not leave.
   */
  record(entry: AuditEntry): Promise<void>;
  /** Resolves when everything handed over so far has been written or refused. */
  drain(): Promise<void>;
}

export interface AuditDependencies {
  readonly database: Pick<Database, 'tenant'>;
  readonly clock: Clock;
  /** The secret that seals the heads: `Secrets.auditSeal`. */
  readonly key: string;
  /** Told once per group when a chain is found broken: the log goes on, and `verifyAudit` names the place. */
  readonly onBroken?: (tenantId: string, sequence: number) => void;
  /** Told once per group that was committed, from which head to which; see `AuditAnchor.note`. */
  readonly onWritten?: (tenantId: string, from: AuditHead, to: AuditHead) => void;
}

/** Rows in one transaction; the rest waits for the next. */
const groupSize = 500;
/** Entries that may wait, over all tenants; beyond this the store is too slow to go on accepting work. */
const waitingLimit = 20_000;
/** Groups written at once, each on a connection of the pool. */
const writersAtOnce = 3;

interface Waiting {
  readonly entry: AuditEntry;
  readonly atMicros: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export function createAudit(dependencies: AuditDependencies): Audit {
  const { database, clock, key } = dependencies;
  const queues = new Map<string, Waiting[]>();
  const writing = new Set<string>();
  let waiting = 0;
  let idle: (() => void)[] = [];

  async function write(tenantId: string, group: readonly Waiting[]): Promise<void> {
    const written = await database.tenant(tenantId, async (sql) => {
      const head = await lockHead(sql, tenantId, key);
      const rows = chain(head, group);
      const last = rows.at(-1);
      if (!last) return undefined;
      const next: AuditHead = { sequence: last.sequence, hash: last.hash, brokenAt: head.brokenAt };
      await append(sql, tenantId, rows, next, sealHead(key, tenantId, next));
      return { head, next };
    });
    if (!written) return;
    const { head, next } = written;
    dependencies.onWritten?.(tenantId, head, next);
    if (head.brokenAt !== null) dependencies.onBroken?.(tenantId, head.brokenAt);
  }

  async function pump(tenantId: string): Promise<void> {
    const queue = queues.get(tenantId);
    if (!queue || writing.has(tenantId) || writing.size >= writersAtOnce) return;
    writing.add(tenantId);
    const group = queue.splice(0, groupSize);
    if (queue.length === 0) queues.delete(tenantId);
    try {
      await write(tenantId, group);
      for (const one of group) one.resolve();
    } catch (cause) {
      const refused = unrecorded(cause);
      for (const one of group) one.reject(refused);
    }
    waiting -= group.length;
    writing.delete(tenantId);
    for (const next of queues.keys()) void pump(next);
    if (waiting === 0) {
      for (const done of idle) done();
      idle = [];
    }
  }

  return {
    record(entry) {
      if (waiting >= waitingLimit)
        return Promise.reject(
          new VigilError('too_many_requests', 'The server is busy. Please try again in a moment.', { retryAfterSeconds: 2 }),
        );
      waiting += 1;
      return new Promise<void>((resolve, reject) => {
        const queue = queues.get(entry.tenantId) ?? [];
        queues.set(entry.tenantId, queue);
        queue.push({ entry: tidy(entry), atMicros: clock.now() * 1000, resolve, reject });
        // On the next turn, so that calls that finish together are written together.
        setImmediate(() => void pump(entry.tenantId));
      });
    },
    drain: () => (waiting === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}

function chain(head: AuditHead, group: readonly Waiting[]): AuditRow[] {
  let { sequence, hash: prevHash } = head;
  return group.map(({ entry, atMicros }) => {
    sequence += 1;
    const row = { ...entry, sequence, atMicros, prevHash };
    const hash = hashOf(row);
    prevHash = hash;
    return { ...row, hash };
  });
}

/** The spelling that the database gives back: ids in lower case, members once each, whole milliseconds, no NUL. */
function tidy(entry: AuditEntry): AuditEntry {
  return {
    ...entry,
    tenantId: entry.tenantId.toLowerCase(),
    actorId: entry.actorId?.toLowerCase() ?? null,
    subject: entry.subject?.replaceAll('\0', '') ?? null,
    members: [...new Set(entry.members.map((id) => id.toLowerCase()))].sort(),
  };
}

/** Why a call that could not be put on record is refused; SQLSTATE 53100 is a full disk. */
function unrecorded(cause: unknown): VigilError {
  const full = cause instanceof Error && 'code' in cause && cause.code === '53100';
  return full
    ? new VigilError('storage_full', 'The server has no room left, not even for its audit log. Free disk space, then send this again.', {
        cause,
        retryAfterSeconds: 60,
      })
    : new VigilError(
        'database_unavailable',
        'The access could not be written to the audit log, so nothing was answered. Please try again.',
        {
          cause,
          retryAfterSeconds: 2,
        },
      );
}
