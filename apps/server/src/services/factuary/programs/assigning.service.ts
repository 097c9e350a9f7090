import { randomUUID } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { ProgramChange } from '@vigil/contract/factuary-programs.forms';
import type { Program, ProgramAggregations } from '@vigil/contract/factuary-programs.shapes';
import type { programOpResults } from '@vigil/contract/factuary-programs.values';
import { shownPrograms } from '@vigil/domain/programs/member-programs';
import type { People } from '#people/index.ts';
import { memberProgram } from './program-view.ts';
import type { Beginning, RunChange, RunsStore } from './runs.store.ts';

export interface OpResult {
  readonly result: (typeof programOpResults)[number];
  readonly error: { readonly code: string; readonly message: string } | null;
}

interface Whose {
  readonly userId: string;
  readonly by: string;
}

export interface Assigning {
  /** Makes one change of a member's programs. What cannot be done is answered, not thrown; made again it changes nothing. */
  change(tenantId: string, whose: Whose, change: ProgramChange): Promise<OpResult>;
  /** Programs of a member as they are shown: no canceled ones, no finished one beside an active one of the same title. */
  ofMember(tenantId: string, userId: string, forMember: boolean): Promise<Program[]>;
  progressOf(
    tenantId: string,
    userId: string,
  ): Promise<(Pick<Program, 'title' | 'status' | 'started_at' | 'ended_at'> & { program_id: string; aggregations: ProgramAggregations })[]>;
}

export interface AssigningDeps {
  readonly store: RunsStore;
  readonly people: Pick<People, 'timeZoneOf' | 'accounts'>;
}

export function createAssigning({ store, people }: AssigningDeps): Assigning {
  async function begin(tenantId: string, { userId, by }: Whose, { op, program_id: programId, id }: ProgramChange): Promise<RunChange> {
    const account = await people.accounts.user(tenantId, userId);
    if (!account || account.isInTheTenant === false || account.removedAt !== null || account.deactivatedAt !== null) throw hasLeft();
    const beginning: Beginning = { runId: id ?? randomUUID(), userId, by, programId, zone: await people.timeZoneOf(tenantId, userId) };
    return op === 'restart' ? store.restart(tenantId, beginning) : store.begin(tenantId, beginning);
  }

  async function ofMember(tenantId: string, userId: string, forMember: boolean): Promise<Program[]> {
    const found = await store.ofMember(tenantId, userId);
    return shownPrograms(found.runs).map((run) => memberProgram(tenantId, run, found, forMember));
  }

  return {
    async change(tenantId, whose, change) {
      try {
        const { op, program_id: programId } = change;
        const became = op === 'cancel' ? await store.cancel(tenantId, { ...whose, programId }) : await begin(tenantId, whose, change);
        if (became === 'done' || became === 'unchanged') return { result: became, error: null };
        throw refusals[became]();
      } catch (error) {
        return failedWith(error);
      }
    },
    ofMember,
    async progressOf(tenantId, userId) {
      const programs = await ofMember(tenantId, userId, true);
      return programs.map(({ id, title, status, started_at, ended_at, aggregations }) => ({
        ...{ program_id: id, title, status, started_at, ended_at, aggregations },
      }));
    },
  };
}

/** A refusal as the result of one change among several; anything else is thrown on. */
export function failedWith(error: unknown): OpResult {
  if (!(error instanceof VigilError) || error.status >= 500) throw error;
  return { result: 'failed', error: { code: error.code, message: error.message } };
}

const refusals: Readonly<Record<Exclude<RunChange, 'done' | 'unchanged'>, () => VigilError>> = {
  'no-such': () => new VigilError('not_found', 'There is no such program in the catalogue.'),
  outdated: () => new VigilError('conflict', 'This program is outdated and cannot be begun any more. Choose another one.'),
  'never-had': () => new VigilError('not_found', 'The member has not had this program.'),
};
const hasLeft = () => new VigilError('conflict', 'This member is no longer in the tenant’s care, so no program can be begun.');
