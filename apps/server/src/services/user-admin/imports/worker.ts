import { randomUUID } from 'node:crypto';
import type { Identity } from '#identity/index.ts';
import type { Taken } from '#people/index.ts';
import type { Audit, AuditEntry } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock.ts';
import { reportJobFailure } from '#platform/jobs/job-failures.ts';
import type { Log } from '#platform/log.ts';
import type { TenantPost } from '#platform/outbox/outbox.ts';
import { besides, type Database, type Sql } from '#platform/postgres/database.ts';
import { type CareTargets, type NewcomerCare, type NewcomersCare, plainTeamName } from '#services/registry/relations/index.ts';
import { addressOf, addressOfNobodyNew, wasErased } from '../person.rules.ts';
import { type WrittenLanguagesDeps, writtenLanguages } from '../written-languages.ts';
import { createCareJudge, namedIn } from './care-columns.rules.ts';
import { heldValues, type Refusal, refusedInTenant } from './conflicts.ts';
import type { DoneRow, HeldImport, ImportsStore, ReadyRow } from './imports.store.ts';

export interface WorkerDeps extends WrittenLanguagesDeps {
  readonly database: Database;
  readonly store: ImportsStore;
  readonly identity: Pick<Identity, 'offered' | 'invitationTexts' | 'signsInByPhone'>;
  readonly post: TenantPost;
  readonly care: NewcomersCare;
  readonly audit: Pick<Audit, 'record'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

export interface ImportWorker {
  /** Works on an import until it is done, stopped, or somebody else has it. Never throws and is not waited for. */
  work(tenantId: string, importId: string): void;
  /** Resolves when nothing is being worked on. */
  settled(): Promise<void>;
  /** Ends after the batch in hand; what is left goes on with the next start. */
  stop(): Promise<void>;
}

/** Accounts that are made in one transaction: small, so that a stop or a kill is soon over and nobody waits for the lock. */
const batchRows = 100;
/** How often it is looked for imports that a process has left behind. */
const lookEveryMs = 5_000;

/** Who is written to, with the link that they get, and who looks after somebody else from now on. */
interface Made {
  readonly clinicianIds: readonly string[];
  readonly letters: readonly {
    readonly to: string;
    readonly link: { readonly userId: string; readonly token: string; readonly expiresAtMs: number };
  }[];
}

/**
 * Makes the accounts of imports, a batch a transaction: the users, their invitations and what is noted of the lines are
 * stored together or not at all, so that a process that dies half-way leaves nobody doubled and nobody half made.
 */
export function createImportWorker(deps: WorkerDeps): ImportWorker {
  const { database, identity, log, post, store } = deps;
  /** Of this process, for as long as it lives. */
  const worker = randomUUID();
  const running = new Map<string, Promise<void>>();
  let stopping = false;

  async function workThrough(tenantId: string, importId: string): Promise<void> {
    while (!stopping) {
      const made = await database.tenant(tenantId, (sql) => makeBatch(deps, sql, { tenantId, importId, worker }));
      if (!made) return;
      deps.care.changed(tenantId, made.clinicianIds);
      if (made.letters.length === 0) continue;
      const textsOf = await identity.invitationTexts(tenantId);
      const languageOf = await writtenLanguages(
        deps,
        tenantId,
        made.letters.map(({ link }) => link.userId),
      );
      await post.post(
        tenantId,
        made.letters.map(({ to, link }) => {
          const { subject, text } = textsOf(link, languageOf(link.userId));
          return { channel: 'EMAIL', to, subject, text, link };
        }),
      );
    }
  }

  function work(tenantId: string, importId: string): void {
    const key = `${tenantId} ${importId}`;
    if (stopping || running.has(key)) return;
    const doing: Promise<void> = workThrough(tenantId, importId)
      .catch((error: unknown) =>
        reportJobFailure(log, 'imports-of-accounts', { err: error }, 'an import of accounts could not go on; it is taken up again'),
      )
      .finally(() => running.delete(key));
    running.set(key, doing);
  }

  async function look(): Promise<void> {
    try {
      for (const { tenantId, id } of await store.abandoned()) work(tenantId, id);
    } catch (error) {
      reportJobFailure(log, 'imports-of-accounts', { err: error }, 'imports that were left behind could not be looked for');
    }
  }
  const looking = setInterval(() => void look(), lookEveryMs);
  looking.unref();

  const settled = async () => {
    while (running.size > 0) await Promise.all(running.values());
  };
  return {
    work,
    settled,
    async stop() {
      stopping = true;
      clearInterval(looking);
      await settled();
    },
  };
}

/** One batch of an import; undefined where nothing is left to do, or not by this worker. */
async function makeBatch(
  { audit, care, clock, identity: { offered }, people, post, store }: WorkerDeps,
  sql: Sql,
  { tenantId, importId, worker }: { readonly tenantId: string; readonly importId: string; readonly worker: string },
): Promise<Made | undefined> {
  const held = await store.hold(sql, tenantId, importId, worker);
  if (!held) return undefined;
  const rows = await store.ready(sql, tenantId, importId, batchRows);
  if (rows.length === 0) {
    await store.finish(sql, tenantId, importId, clock.now());
    return undefined;
  }
  const ids = await offered.peopleOf(
    sql,
    rows.map(({ person }) => addressOf(person)),
  );
  const values = rows.map(({ person }) => heldValues(person));
  const sought = { addresses: values.flatMap(({ contact }) => contact ?? []), mrns: values.flatMap(({ mrn }) => mrn ?? []) };
  const taken = await people.newcomers.taken(sql, tenantId, sought);
  const targets = await care.targets(sql, tenantId, namedIn(rows.map(({ person }) => person.care)));
  const refusals = refusalsNow(rows, taken, targets);
  const fresh = oneEach(
    rows
      .filter(({ line }) => !refusals.has(line))
      .map(({ line, person }) => ({ line, person: { ...person, id: ids.get(addressOf(person)) ?? randomUUID() } })),
  );
  const erased = await people.newcomers.erased(sql, tenantId, [...ids.values()]);
  const added = await people.newcomers.add(
    sql,
    tenantId,
    fresh.map(({ person }) => person),
    clock.now(),
  );
  const made = fresh.filter(({ person }) => added.has(person.id));
  const by = { userId: held.startedBy, roles: ['tenant_admin'] as const, atMs: clock.now() };
  const clinicianIds = await care.assign(
    sql,
    tenantId,
    by,
    made.flatMap(({ person }) => careOf(person, targets)),
  );
  const triggers = held.realm === 'care';
  await offered.offer(
    sql,
    tenantId,
    made.map(({ person: { id, email, phoneNumber = null, roles, givenName, familyName } }) => {
      return {
        userId: id,
        email,
        phoneNumber,
        roles,
        givenName,
        familyName,
        requestId: null,
        triggerInvitation: triggers,
        makesUser: true,
      };
    }),
  );
  const reasonFor = ({ line, person }: ReadyRow): Refusal =>
    refusals.get(line) ?? error(erased.has(ids.get(addressOf(person)) ?? '') ? wasErased : addressOfNobodyNew);
  await store.settle(sql, tenantId, importId, outcomes(rows, new Map(made.map(({ line, person }) => [line, person.id])), reasonFor));
  const addresses = new Map(made.map(({ person }) => [person.id, addressOf(person)]));
  // Staff alone, who all have an e-mail address.
  const links = triggers
    ? await offered.renew(
        sql,
        tenantId,
        [...addresses].map(([userId, email]) => ({ userId, email, phoneNumber: null })),
        post.carries('EMAIL'),
      )
    : [];
  // An import is worked on by one process, a batch after the other.
  await besides(() => audit.record(entryOf(tenantId, importId, held, held.realm === 'patient' ? [...addresses.keys()] : [])));
  return {
    clinicianIds,
    letters: links.map((link) => ({ to: addresses.get(link.userId) ?? '', link })),
  };
}

/** Lines that nobody is made of any more: what they name has changed since the file was checked. */
function refusalsNow(rows: readonly ReadyRow[], taken: Taken, targets: CareTargets): ReadonlyMap<number, Refusal> {
  const judge = createCareJudge(targets);
  return new Map(
    rows.flatMap(({ line, person }) => {
      const refusal = refusedInTenant(taken, person);
      if (refusal) return [[line, refusal] as const];
      const problems = judge.problemsOf(person.care, true);
      return problems.length > 0 ? [[line, { outcome: 'ERROR', problems }] as const] : [];
    }),
  );
}

/** Whom a member that was made is assigned to; nobody where the line says nothing. */
function careOf({ id, care }: ReadyRow['person'] & { readonly id: string }, { clinicians, teams }: CareTargets): NewcomerCare[] {
  if (!care) return [];
  const clinicianId = (email: string) => clinicians.get(email)?.id ?? [];
  return [
    {
      memberId: id,
      primaryId: (care.primary === null ? null : clinicians.get(care.primary)?.id) ?? null,
      supportIds: care.support.flatMap(clinicianId),
      teamIds: care.teams.flatMap((name) => teams.get(plainTeamName(name))?.map((team) => team.id) ?? []),
    },
  ];
}

/** Two addresses may be one person's in another tenant: the first line is theirs. */
function oneEach<Row extends { readonly person: { readonly id: string } }>(rows: readonly Row[]): Row[] {
  const ids = new Set<string>();
  return rows.filter(({ person: { id } }) => !ids.has(id) && ids.add(id));
}

function outcomes(rows: readonly ReadyRow[], made: ReadonlyMap<number, string>, refusalOf: (row: ReadyRow) => Refusal): readonly DoneRow[] {
  return rows.map((row) => {
    const userId = made.get(row.line);
    return {
      line: row.line,
      ...(userId === undefined ? { userId: null, ...refusalOf(row) } : { userId, outcome: 'CREATED', problems: null }),
    };
  });
}

const error = (reason: string): Refusal => ({ outcome: 'ERROR', problems: [{ column: 'contact', reason }] });

/** Stands in the log before the batch is stored: rather one entry too many than an account that nobody is said to have made. */
function entryOf(tenantId: string, importId: string, { startedBy, startedFrom }: HeldImport, members: readonly string[]): AuditEntry {
  return {
    ...{ tenantId, requestId: importId, actorKind: 'person', actorId: startedBy, subject: null, members },
    ...{ endpoint: 'user_admin.startImport', method: 'RUN', status: 200, ip: startedFrom },
  };
}
