import { isDeepStrictEqual } from 'node:util';
import type { Publication } from '@vigil/contract/factuary-programs.forms';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { SurveysOfPrograms } from '../surveys/index.ts';
import { type ReadProgram, readProgram } from './authored.store.ts';
import { type ProgramContent, surveySteps, whyNotPublished } from './programs.rules.ts';

/** A change was made on a revision that is not the last. */
export interface StaleRevision {
  readonly read: number;
  readonly now: number;
}

/** What became of a change: what is stored now, or why it was not made. */
export type Changed = ReadProgram | 'no-such' | { readonly stale: StaleRevision } | { readonly field: string; readonly message: string };

interface Saving {
  readonly id: string;
  readonly by: string;
  readonly content: ProgramContent;
}

/** Writes drafts and publishes them. Of two people at once the second one waits, and learns that its revision is no longer the last. */
export function createAuthoringStore(database: Database, surveys: SurveysOfPrograms) {
  const changed = (
    tenantId: string,
    id: string,
    change: (sql: Sql, before: ReadProgram) => Promise<Exclude<Changed, ReadProgram> | null>,
  ) =>
    database.tenant(tenantId, async (sql): Promise<Changed> => {
      const before = await readProgram(sql, tenantId, id, true);
      if (!before) return 'no-such';
      return (await change(sql, before)) ?? ((await readProgram(sql, tenantId, id)) as ReadProgram);
    });

  return {
    /** Stores a new draft, or answers what is stored under the id; `other` where that is something else. */
    create: (tenantId: string, { id, by, content }: Saving) =>
      database.tenant(tenantId, async (sql): Promise<ReadProgram | 'other'> => {
        const made = await sql.query(
          `insert into vigil.programs (tenant_id, id, type, revision, draft_version, created_by) values ($1, $2, 'regular', 1, 1, $3)
           on conflict do nothing returning id`,
          [tenantId, id, by],
        );
        if (made.length > 0) await writeVersion(sql, tenantId, { id, version: 1, by, content });
        const stored = (await readProgram(sql, tenantId, id)) as ReadProgram;
        return holds(stored, content) ? stored : 'other';
      }),

    saveDraft: (tenantId: string, { id, by, content, revision }: Saving & { readonly revision: number }) =>
      changed(tenantId, id, async (sql, before) => {
        const { program } = before;
        // An answer that got lost: what was sent is what is stored.
        if (program.revision !== revision) return holds(before, content) ? null : staleOf(before, revision);
        const version = program.draftVersion ?? (await nextVersion(sql, tenantId, id));
        await writeVersion(sql, tenantId, { id, version, by, content });
        await sql.query('update vigil.programs set draft_version = $3, revision = revision + 1 where tenant_id = $1 and id = $2', [
          ...[tenantId, id, version],
        ]);
        return null;
      }),

    publish: (tenantId: string, id: string, by: string, { op, revision }: Publication) =>
      changed(tenantId, id, async (sql, before) => {
        if (isSo(before, op)) return null;
        if (before.program.revision !== revision) return staleOf(before, revision);
        const wrong = op === 'publish' ? await whyNotLive(sql, tenantId, before, surveys) : null;
        if (wrong) return wrong;
        if (op === 'publish' && before.program.draftVersion !== null) return publishDraft(sql, tenantId, before, by);
        await sql.query(`update vigil.programs set ${changesOf(op, before)}, revision = revision + 1 where tenant_id = $1 and id = $2`, [
          ...[tenantId, id],
        ]);
        return null;
      }),
  };
}
export type AuthoringStore = ReturnType<typeof createAuthoringStore>;

const staleOf = ({ program }: ReadProgram, read: number) => ({ stale: { read, now: program.revision } });

function isSo({ program }: ReadProgram, op: Publication['op']): boolean {
  if (op === 'outdate') return program.outdatedAt !== null;
  if (op === 'discard') return program.draftVersion === null || (program.liveVersion === null && program.outdatedAt !== null);
  return program.draftVersion === null && program.outdatedAt === null;
}

/** A draft that was never published is put aside whole: what was written stays. */
function changesOf(op: Publication['op'], { program }: ReadProgram): string {
  if (op === 'publish') return 'outdated_at = null';
  return op === 'discard' && program.liveVersion !== null ? 'draft_version = null' : 'outdated_at = now()';
}

/** Why members cannot be given the draft, or what was live before: a path of its fields, and why. */
async function whyNotLive(
  sql: Sql,
  tenantId: string,
  { program: { draftVersion, liveVersion }, modules: all }: ReadProgram,
  surveys: SurveysOfPrograms,
): Promise<{ field: string; message: string } | null> {
  const modules = all.filter(({ version }) => version === (draftVersion ?? liveVersion));
  const wrong = whyNotPublished({ modules });
  if (wrong) return wrong;
  const asking = surveySteps({ modules });
  const live = await surveys.live(sql, tenantId, [...new Set(asking.map(({ surveyId }) => surveyId))]);
  const missing = asking.find(({ surveyId }) => !live.has(surveyId));
  return missing ? { field: missing.field, message: 'There is no such survey, or it is not live; choose another one' } : null;
}

async function publishDraft(sql: Sql, tenantId: string, before: ReadProgram, by: string): Promise<null> {
  const { id, draftVersion } = before.program;
  await sql.query(
    'update vigil.program_versions set published_by = $4, published_at = now() where tenant_id = $1 and program_id = $2 and version = $3',
    [tenantId, id, draftVersion, by],
  );
  await sql.query(
    `update vigil.programs set live_version = draft_version, draft_version = null, outdated_at = null, revision = revision + 1
     where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return null;
}

/** Whether the draft, or where there is none what is live, is this. */
function holds({ program, versions, modules }: ReadProgram, content: ProgramContent): boolean {
  const version = program.draftVersion ?? program.liveVersion;
  const head = versions.find((one) => one.version === version);
  const stored = modules.filter((one) => one.version === version).map(({ name, steps }) => ({ name, steps }));
  return isDeepStrictEqual({ name: head?.name, title: head?.title, description: head?.description, modules: stored }, content);
}

async function nextVersion(sql: Sql, tenantId: string, id: string): Promise<number> {
  const [last] = await sql.query<{ version: number }>(
    'select max(version) as version from vigil.program_versions where tenant_id = $1 and program_id = $2',
    [tenantId, id],
  );
  return (last?.version ?? 0) + 1;
}

/** A draft as a whole: its modules are of this version alone and get ids of their own. */
async function writeVersion(
  sql: Sql,
  tenantId: string,
  { id, version, by, content: { name, title, description, modules } }: Saving & { readonly version: number },
): Promise<void> {
  await sql.query(
    `insert into vigil.program_versions (tenant_id, program_id, version, name, title, description, saved_by) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (tenant_id, program_id, version) do update set name = excluded.name, title = excluded.title,
       description = excluded.description, saved_by = excluded.saved_by, saved_at = now()`,
    [tenantId, id, version, name, title, description, by],
  );
  await sql.query('delete from vigil.program_modules where tenant_id = $1 and program_id = $2 and version = $3', [tenantId, id, version]);
  await sql.query(
    `insert into vigil.program_modules (tenant_id, id, program_id, version, index, name, steps)
     select $1, gen_random_uuid(), $2, $3, place - 1, one ->> 'name', one -> 'steps'
     from jsonb_array_elements($4::jsonb) with ordinality as listed (one, place)`,
    [tenantId, id, version, JSON.stringify(modules)],
  );
}
