import type {
  AuthoredProgram,
  Program,
  ProgramAggregations,
  ProgramModule,
  ProgramStep,
  UserInsight,
  UserPledge,
} from '@vigil/contract/factuary-programs.shapes';
import type { CatalogueStatus } from '@vigil/contract/factuary-programs.values';
import { aggregationsOf, moduleStatus } from '@vigil/domain/programs/progress';
import type { PersonName } from '#people/index.ts';
import type { ModuleRow, ReadProgram, VersionRow } from './authored.store.ts';
import type { ItemRow } from './content.store.ts';
import type { StoredStep } from './programs.rules.ts';
import type { RunItemRow, RunRow } from './runs.store.ts';

const seconds = (ms: number) => ms / 1000;
const optionalSeconds = (ms: number | null) => (ms === null ? null : ms / 1000);

/** A step as the catalogue has it: of no member. */
function stepOf(step: StoredStep, order: number, index: number): ProgramStep {
  const { type, title, text, day, expires_after_days, times, survey_id } = step;
  const said = { title, text, day, expires_after_days, times, survey: survey_id === null ? null : { id: survey_id } };
  return { order, index, type, ...said, time_delivered: null, user_survey_id: null, item_id: null, status: null };
}

function modulesOf(rows: readonly ModuleRow[], programId: string, version: number, status: CatalogueStatus | null): ProgramModule[] {
  let order = 0;
  return rows
    .filter((row) => row.programId === programId && row.version === version)
    .map(({ id, index, name, steps }) => ({
      ...{ index, programId, id, name, status },
      steps: steps.map((step, place) => stepOf(step, order++, place)),
    }));
}

/** Totals of what nobody has begun: how much of it is done is not a question. */
function totalsOf(modules: readonly ProgramModule[]): ProgramAggregations {
  const items = modules.flatMap(({ index, steps }) => steps.map(({ type }) => ({ type, status: 'created' as const, moduleIndex: index })));
  const none = ({ total }: { readonly total: number }) => ({ completed: null, total, progress: null });
  const { modules: all, insights, pledges, surveys, ...whole } = aggregationsOf(items);
  return { ...none(whole), modules: none(all), insights: none(insights), pledges: none(pledges), surveys: none(surveys) };
}

/** A version as the catalogue has it. */
export function catalogueProgram(
  tenantId: string,
  { programId: id, version, name, title, description }: VersionRow,
  rows: readonly ModuleRow[],
  status: CatalogueStatus,
): Program {
  const modules = modulesOf(rows, id, version, status);
  return {
    ...{ id, tenant_id: tenantId, name, title, description, type: 'regular', status, version, modules },
    ...{
      aggregations: totalsOf(modules),
      isAssigned: null,
      started_at: null,
      ended_at: null,
      program_completed: null,
      program_canceled: null,
    },
  };
}

/** One module by itself: its steps are counted from its own first one. */
export function catalogueModule(row: ModuleRow, status: CatalogueStatus): ProgramModule {
  return modulesOf([row], row.programId, row.version, status)[0] as ProgramModule;
}

/** Where a version of a program stands with its authors. */
export function standingOf(
  version: number,
  { liveVersion, draftVersion, outdatedAt }: { liveVersion: number | null; draftVersion: number | null; outdatedAt: number | null },
): CatalogueStatus {
  if (version === draftVersion) return 'draft';
  return version === liveVersion && outdatedAt === null ? 'live' : 'outdated';
}

export function authoredProgram(
  tenantId: string,
  { program, versions, modules }: ReadProgram,
  members: number,
  names: (userId: string) => PersonName,
): AuthoredProgram {
  const shown = (version: number | null) => {
    const row = versions.find((one) => one.version === version);
    return row ? catalogueProgram(tenantId, row, modules, standingOf(row.version, program)) : null;
  };
  const last = versions.reduce((one, other) => (other.savedAt > one.savedAt ? other : one));
  const { givenName: firstName, familyName: lastName } = names(last.savedBy);
  return {
    ...{ id: program.id, revision: program.revision, outdated_at: optionalSeconds(program.outdatedAt) },
    ...{ live: shown(program.liveVersion), draft: shown(program.draftVersion), members },
    ...{ saved_by: { id: last.savedBy, firstName, lastName }, saved_at: seconds(last.savedAt) },
  };
}

/** A program as one member has it. To the member, what a step says is told once it is delivered. */
export function memberProgram(
  tenantId: string,
  run: RunRow,
  found: { readonly items: readonly RunItemRow[]; readonly modules: readonly ModuleRow[] },
  forMember: boolean,
): Program {
  const items = found.items.filter(({ memberProgramId }) => memberProgramId === run.id);
  const byOrder = new Map(items.map((item) => [item.stepOrder, item]));
  const modules = modulesOf(found.modules, run.programId, run.version, null).map((module) => ({
    ...module,
    status: moduleStatus(items.filter(({ moduleIndex }) => moduleIndex === module.index).map(({ status }) => status)),
    steps: module.steps.map((step) => memberStep(step, byOrder.get(step.order), forMember)),
  }));
  const ended = optionalSeconds(run.endedAt);
  return {
    ...{ id: run.programId, tenant_id: tenantId, name: forMember ? run.title : run.name, title: run.title, description: run.description },
    ...{ type: 'regular', status: run.status, version: run.version, modules, aggregations: aggregationsOf(items) },
    ...{ isAssigned: run.status === 'active', started_at: seconds(run.startedAt), ended_at: ended },
    program_completed: run.status === 'completed' || run.status === 'finished' ? ended : null,
    program_canceled: run.status === 'canceled' ? ended : null,
  };
}

function memberStep(step: ProgramStep, item: RunItemRow | undefined, forMember: boolean): ProgramStep {
  if (!item) return step;
  const isHidden = forMember && item.status === 'created';
  return {
    ...step,
    ...(isHidden && { title: null, text: null }),
    time_delivered: optionalSeconds(item.deliveredAt),
    user_survey_id: item.type === 'survey' && item.deliveredAt !== null ? item.id : null,
    item_id: item.id,
    status: item.status,
  };
}

const contentOf = (row: ItemRow) => ({
  ...{ id: row.id, program_id: row.programId, program_title: row.programTitle, title: row.step.title, text: row.step.text },
  ...{ time_created: seconds(row.createdAt), time_due: seconds(row.dueAt) },
  ...{ time_delivered: optionalSeconds(row.deliveredAt), time_expires: optionalSeconds(row.expiresAt) },
});

export const userInsightOf = (row: ItemRow): UserInsight => ({
  ...contentOf(row),
  content_type: 'insight',
  status: row.status as UserInsight['status'],
  ...{ time_read: optionalSeconds(row.readAt), time_rated: optionalSeconds(row.ratedAt), rating: row.rating },
});

export const userPledgeOf = (row: ItemRow): UserPledge => ({
  ...contentOf(row),
  content_type: 'pledge',
  status: row.status as UserPledge['status'],
  ...{ time_opted: optionalSeconds(row.optedAt), time_achieved: optionalSeconds(row.doneAt) },
  ...{ times: row.step.times ?? 1, times_kept: row.kept, today: row.today },
});
