import { type ItemStatus, isDone, isOver, type StepType } from './life-cycles.ts';

/** How much of something is done. `progress` in percent, 0 to 100; null where there is nothing to do. */
export interface Counts {
  readonly completed: number;
  readonly total: number;
  readonly progress: number | null;
}

/** Done over total, times 100 (specification 1§9). Of nothing the progress is unknown, not 0 %. */
export function progressOf(completed: number, total: number): number | null {
  return total === 0 ? null : (completed / total) * 100;
}

export interface ProgressItem {
  readonly type: StepType;
  readonly status: ItemStatus;
  /** Index of the module that it belongs to, from 0. */
  readonly moduleIndex: number;
}

export interface Aggregations extends Counts {
  readonly modules: Counts;
  readonly insights: Counts;
  readonly pledges: Counts;
  readonly surveys: Counts;
}

const countsOf = (completed: number, total: number): Counts => ({ completed, total, progress: progressOf(completed, total) });

/**
 * What a member has done of a program: in all, by kind, and by module. A module is completed once every step of it is done; one
 * without steps is nothing to do and is not counted.
 */
export function aggregationsOf(items: readonly ProgressItem[]): Aggregations {
  const done = (some: readonly ProgressItem[]) => countsOf(some.filter(({ status }) => isDone(status)).length, some.length);
  const ofType = (type: StepType) => done(items.filter((item) => item.type === type));
  const modules = [...Map.groupBy(items, ({ moduleIndex }) => moduleIndex).values()];
  const completedModules = modules.filter((some) => some.every(({ status }) => isDone(status))).length;
  return {
    ...done(items),
    modules: countsOf(completedModules, modules.length),
    insights: ofType('insight'),
    pledges: ofType('pledge'),
    surveys: ofType('survey'),
  };
}

/** Where a member is with a module. */
export const moduleStatuses = ['created', 'active', 'finished', 'completed'] as const;
export type ModuleStatus = (typeof moduleStatuses)[number];

/**
 * `created` before anything of it is delivered, `completed` once every step is done, `finished` once every step is done or expired,
 * else `active`. Null for a module without steps.
 */
export function moduleStatus(statuses: readonly ItemStatus[]): ModuleStatus | null {
  if (statuses.length === 0) return null;
  if (statuses.every(isDone)) return 'completed';
  if (statuses.every(isOver)) return 'finished';
  return statuses.every((status) => status === 'created') ? 'created' : 'active';
}
