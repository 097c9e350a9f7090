import { leastMembersTold } from '@vigil/domain/figures/withholding';
import type { Database, Sql } from '#platform/postgres/database.ts';
import type { StoredStep } from './programs.rules.ts';

/** A program with the version that is asked for. Times in milliseconds since 1970. */
export interface ProgramRow {
  readonly id: string;
  readonly type: 'regular';
  readonly revision: number;
  readonly liveVersion: number | null;
  readonly draftVersion: number | null;
  readonly outdatedAt: number | null;
}

export interface VersionRow {
  readonly programId: string;
  readonly version: number;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly savedBy: string;
  readonly savedAt: number;
  readonly publishedAt: number | null;
}

export interface ModuleRow {
  readonly id: string;
  readonly programId: string;
  readonly version: number;
  readonly index: number;
  readonly name: string;
  readonly steps: readonly StoredStep[];
}

export interface CatalogueQuestion {
  readonly which: 'live' | 'draft';
  readonly outdated: boolean;
  readonly type: 'regular';
  /** From 0. */
  readonly page: number;
  readonly perPage: number;
}

const programColumns = 'id, type, revision, live_version, draft_version, outdated_at';
const versionColumns = 'program_id, version, name, title, description, saved_by, saved_at, published_at';
const moduleColumns = 'id, program_id, version, index, name, steps';
/** A closed list, so it may stand in the statement. */
const versionOf = { live: 'p.live_version', draft: 'p.draft_version' } as const;

/** Reads programs as their authors and the catalogue have them. */
export function createAuthoredStore(database: Database) {
  return {
    /** A page of the catalogue by title, each with the version that is shown and its modules, and how many there are. */
    catalogue: (tenantId: string, { which, outdated, type, page, perPage }: CatalogueQuestion) =>
      database.tenant(tenantId, async (sql) => {
        const version = versionOf[which];
        const where = `p.tenant_id = $1 and p.type = $2 and ${version} is not null and (p.outdated_at is not null) = $3`;
        const [counted] = await sql.query<{ total: number }>(`select count(*)::int as total from vigil.programs p where ${where}`, [
          ...[tenantId, type, outdated],
        ]);
        const versions = await sql.query<VersionRow & Pick<ProgramRow, 'type' | 'outdatedAt'>>(
          `select p.type, p.outdated_at, ${versionColumns.replaceAll(/\w+/g, 'v.$&')} from vigil.programs p
           join vigil.program_versions v on v.tenant_id = $1 and v.program_id = p.id and v.version = ${version}
           where ${where} order by lower(v.title), p.id limit $4 offset $5`,
          [tenantId, type, outdated, perPage, page * perPage],
        );
        return { versions, modules: await readModules(sql, tenantId, versions), total: counted?.total ?? 0 };
      }),

    one: (tenantId: string, programId: string) => database.tenant(tenantId, (sql) => readProgram(sql, tenantId, programId)),

    module: (tenantId: string, moduleId: string) =>
      database.tenant(tenantId, async (sql) => {
        const [found] = await sql.query<ModuleRow & Pick<ProgramRow, 'liveVersion' | 'draftVersion' | 'outdatedAt'>>(
          `select ${moduleColumns.replaceAll(/\w+/g, 'm.$&')}, p.live_version, p.draft_version, p.outdated_at from vigil.program_modules m
           join vigil.programs p on p.tenant_id = $1 and p.id = m.program_id where m.tenant_id = $1 and m.id = $2`,
          [tenantId, moduleId],
        );
        return found;
      }),

    /** How many of the members in scope have the program now, and the first of them. */
    membersOf: (tenantId: string, programId: string, scope: 'tenant' | readonly string[]) =>
      database.tenant(tenantId, async (sql) => {
        const [counted] = await sql.query<{ members: number; first: string[] }>(
          `select count(*)::int as members, coalesce((array_agg(user_id))[1:$4::int], '{}') as first from vigil.member_programs
           where tenant_id = $1 and program_id = $2 and status = 'active' and ($3::uuid[] is null or user_id = any($3))`,
          [tenantId, programId, scope === 'tenant' ? null : scope, leastMembersTold],
        );
        return counted ?? { members: 0, first: [] };
      }),
  };
}
export type AuthoredStore = ReturnType<typeof createAuthoredStore>;

/** A program with what is live and what is a draft; undefined where the tenant has none of the id. */
export async function readProgram(sql: Sql, tenantId: string, programId: string, lock = false) {
  const [program] = await sql.query<ProgramRow>(
    `select ${programColumns} from vigil.programs where tenant_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [tenantId, programId],
  );
  if (!program) return undefined;
  const versions = await sql.query<VersionRow>(
    `select ${versionColumns} from vigil.program_versions where tenant_id = $1 and program_id = $2 and version = any($3::int[])`,
    [tenantId, programId, [program.liveVersion, program.draftVersion]],
  );
  return { program, versions, modules: await readModules(sql, tenantId, versions) };
}
export type ReadProgram = NonNullable<Awaited<ReturnType<typeof readProgram>>>;

/** The modules of these versions, in their order. */
export function readModules(
  sql: Sql,
  tenantId: string,
  versions: readonly { readonly programId: string; readonly version: number }[],
): Promise<ModuleRow[]> {
  return sql.query<ModuleRow>(
    `select ${moduleColumns.replaceAll(/\w+/g, 'm.$&')} from vigil.program_modules m
     join unnest($2::uuid[], $3::int[]) as asked (program_id, version) on asked.program_id = m.program_id and asked.version = m.version
     where m.tenant_id = $1 order by m.program_id, m.version, m.index`,
    [tenantId, versions.map(({ programId }) => programId), versions.map(({ version }) => version)],
  );
}
