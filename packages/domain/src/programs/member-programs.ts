import { type ItemStatus, isDone, isOver } from './life-cycles.ts';

/**
 * Where a member is with a program: `active` while it runs, `completed` once every step is done, `finished` once it has run its
 * course with something left undone, `canceled` by the care team (statuses of specification 1§4).
 */
export const memberProgramStatuses = ['active', 'finished', 'completed', 'canceled'] as const;
export type MemberProgramStatus = (typeof memberProgramStatuses)[number];

/** What becomes of a running program once its steps stand so; a program without steps goes on. */
export function statusOfRun(statuses: readonly ItemStatus[]): Exclude<MemberProgramStatus, 'canceled'> {
  if (statuses.length === 0 || !statuses.every(isOver)) return 'active';
  return statuses.every(isDone) ? 'completed' : 'finished';
}

/** A program's state as reports tell it. */
export type ProgramState = 'completed' | 'canceled' | 'in progress';

/** Completed if `program_completed` is set; canceled if `program_canceled` is set; otherwise in progress (specification 1§4). */
export function programState({ programCompleted, programCanceled }: { programCompleted: unknown; programCanceled: unknown }): ProgramState {
  if (isSet(programCompleted)) return 'completed';
  return isSet(programCanceled) ? 'canceled' : 'in progress';
}

const isSet = (value: unknown) => value !== null && value !== undefined && value !== '';

/**
 * The programs of a member that are shown, in the order given: canceled ones are hidden, and one that has come to its end (finished
 * or completed) loses to an active one of the same title (specification 1§4). Titles are the same whatever their case and the spaces
 * around them.
 */
export function shownPrograms<P extends { readonly status: MemberProgramStatus; readonly title: string }>(programs: readonly P[]): P[] {
  const keyOf = (title: string) => title.trim().toLowerCase();
  const active = new Set(programs.filter(({ status }) => status === 'active').map(({ title }) => keyOf(title)));
  return programs.filter(({ status, title }) => status === 'active' || (status !== 'canceled' && !active.has(keyOf(title))));
}
