import type { QueryOf } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import type { filterPrograms } from '@vigil/contract/factuary-programs.contract';
import type { NewProgram, ProgramDraft, Publication } from '@vigil/contract/factuary-programs.forms';
import type { AuthoredProgram, Program, ProgramModule } from '@vigil/contract/factuary-programs.shapes';
import { isAboutFew } from '@vigil/domain/figures/withholding';
import type { MemberScope } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { AuthoredStore } from './authored.store.ts';
import type { AuthoringStore, Changed, StaleRevision } from './authoring.store.ts';
import { authoredProgram, catalogueModule, catalogueProgram, standingOf } from './program-view.ts';
import { contentOf } from './programs.rules.ts';

type Question = QueryOf<typeof filterPrograms>;

/** A program, and the members whom its count says something of, for the audit log: each of few. */
export interface ToldProgram {
  readonly program: AuthoredProgram;
  readonly about: readonly string[];
}

/** Over `scope` it is counted how many have a program. */
export interface Authoring {
  filter(tenantId: string, question: Question): Promise<{ all: Program[]; nextPage: number | null; total: number }>;
  /** Throws not_found. */
  module(tenantId: string, moduleId: string): Promise<ProgramModule>;
  /** Throws not_found. */
  one(tenantId: string, programId: string, scope: MemberScope): Promise<ToldProgram>;
  /** Stores a draft once. Throws conflict where something else is stored under the id. */
  create(tenantId: string, by: string, sent: NewProgram, scope: MemberScope): Promise<ToldProgram>;
  /** Throws not_found, and conflict where somebody has changed the program since `revision`. */
  save(tenantId: string, by: string, sent: ProgramDraft, scope: MemberScope): Promise<ToldProgram>;
  /** Throws as `save` does, and invalid_input for a draft that is not complete. */
  publish(tenantId: string, by: string, programId: string, sent: Publication, scope: MemberScope): Promise<ToldProgram>;
}

export interface AuthoringDeps {
  readonly read: AuthoredStore;
  readonly write: AuthoringStore;
  readonly people: Pick<People, 'namesOf'>;
}

export function createAuthoring({ read, write, people }: AuthoringDeps): Authoring {
  async function shown(tenantId: string, changed: Changed | undefined, scope: MemberScope): Promise<ToldProgram> {
    if (changed === undefined || changed === 'no-such') throw noSuchProgram();
    if ('stale' in changed) throw changedMeanwhile(changed.stale);
    if ('field' in changed) throw notComplete(changed);
    const { program, versions } = changed;
    const names = await people.namesOf(tenantId, [...new Set(versions.map(({ savedBy }) => savedBy))]);
    const { members, first } = await read.membersOf(tenantId, program.id, scope);
    return { program: authoredProgram(tenantId, changed, members, names), about: isAboutFew(members) ? first : [] };
  }

  return {
    async filter(tenantId, { status, type, outdated, page, per_page: perPage, tenants }) {
      requireOwn(tenantId, tenants);
      const found = await read.catalogue(tenantId, { which: status, outdated: outdated === 'yes', type, page, perPage });
      const standing = status === 'draft' ? 'draft' : outdated === 'yes' ? 'outdated' : 'live';
      const all = found.versions.map((row) => catalogueProgram(tenantId, row, found.modules, standing));
      return { all, nextPage: (page + 1) * perPage < found.total ? page + 1 : null, total: found.total };
    },

    async module(tenantId, moduleId) {
      const found = await read.module(tenantId, moduleId);
      if (!found) throw new VigilError('not_found', 'There is no such module of a program.');
      return catalogueModule(found, standingOf(found.version, found));
    },

    one: async (tenantId, programId, scope) => shown(tenantId, await read.one(tenantId, programId), scope),

    async create(tenantId, by, sent, scope) {
      const made = await write.create(tenantId, { id: sent.id, by, content: contentOf(sent) });
      if (made === 'other') throw usedBefore();
      return shown(tenantId, made, scope);
    },

    save: async (tenantId, by, sent, scope) =>
      shown(tenantId, await write.saveDraft(tenantId, { id: sent.id, revision: sent.revision, by, content: contentOf(sent) }), scope),

    publish: async (tenantId, by, programId, sent, scope) => shown(tenantId, await write.publish(tenantId, programId, by, sent), scope),
  };
}

/** `tenants` may name the tenant of the request: another’s programs do not exist here. */
export function requireOwn(tenantId: string, tenants: readonly string[] | undefined): void {
  if (tenants?.some((one) => one.toLowerCase() !== tenantId)) throw new VigilError('not_found', 'There is no such tenant.');
}

const noSuchProgram = () => new VigilError('not_found', 'There is no such program. Nothing was changed.');
const changedMeanwhile = ({ read, now }: StaleRevision) =>
  new VigilError(
    'conflict',
    `Somebody has changed this program meanwhile: you have revision ${read}, and it is at ${now}. Nothing was stored; read it anew and change that.`,
    { fields: [{ field: 'revision', message: `Is ${now} now` }] },
  );
const usedBefore = () =>
  new VigilError('conflict', 'A program was stored before under this id, with something else in it. It stays as it is; change that one.');
const notComplete = ({ field, message }: { readonly field: string; readonly message: string }) =>
  new VigilError('invalid_input', `${field}: ${message}. Nothing was published.`, { fields: [{ field, message }] });
