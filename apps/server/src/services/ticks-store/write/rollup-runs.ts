import { hourMs, type TouchedMember } from './touched.ts';

/** A stretch of UTC hours (hours since 1970), both inclusive. */
export interface HourRun {
  readonly fromHour: number;
  readonly toHour: number;
}

/** A stretch of local dates (YYYY-MM-DD), both inclusive. */
export interface DayRun {
  readonly fromDay: string;
  readonly toDay: string;
}

/** Members whose same stretch is recomputed by one statement. */
export interface RollupTask<Run> {
  readonly tenantId: string;
  readonly run: Run;
  readonly userIds: readonly string[];
  readonly metrics: readonly string[];
}

/** Touched hours closer than this are recomputed as one stretch: reading a gap costs less than another statement. */
const joinWithinHours = 24;
/** A stretch is cut after a month, the size of a partition. */
const longestRunHours = 31 * 24;
/** A member with more stretches (a reading a month, for years) gets fewer and longer ones. */
const maxRunsPerMember = 12;
/** A statement costs the engine about what reading so many hours of a member does: stretches are widened where that saves one. */
const statementWorthHours = 10 * 24;
/** Bounds one statement: 400 members for a day, or 13 for a month; about 3.5 million ticks at six a minute. */
const maxMemberHours = 400 * 24;

/** The stretches that cover a member's touched hours. */
export function hourRuns(hours: Iterable<number>): HourRun[] {
  const sorted = [...hours].sort((a, b) => a - b);
  for (let factor = 1; ; factor *= 2) {
    const runs = joined(sorted, joinWithinHours * factor, longestRunHours * factor);
    if (runs.length <= maxRunsPerMember) return runs;
  }
}

function joined(sorted: readonly number[], withinHours: number, longestHours: number): HourRun[] {
  const runs: { fromHour: number; toHour: number }[] = [];
  for (const hour of sorted) {
    const last = runs.at(-1);
    if (last && hour - last.toHour <= withinHours && hour - last.fromHour < longestHours) last.toHour = hour;
    else runs.push({ fromHour: hour, toHour: hour });
  }
  return runs;
}

/** The local dates that a stretch of hours lies on. */
export function dayRun(run: HourRun, localDate: (ms: number) => string): DayRun {
  return { fromDay: localDate(run.fromHour * hourMs), toDay: localDate((run.toHour + 1) * hourMs - 1) };
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The date of a moment in a time zone, as YYYY-MM-DD. */
export function localDateIn(timeZone: string): (ms: number) => string {
  let format = dateFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory' });
    dateFormats.set(timeZone, format);
  }
  const known = format;
  return (ms) => known.format(ms);
}

/** What is recomputed in stretches: of hours, or of days. */
interface RunKind<Run> {
  /** Orders stretches by their beginning. */
  startOf(run: Run): number;
  /** How many hours a stretch has, of one member. */
  hoursIn(run: Run): number;
  /** The stretch that covers both. */
  joined(a: Run, b: Run): Run;
}

export const runsOfHours: RunKind<HourRun> = {
  startOf: (run) => run.fromHour,
  hoursIn: (run) => run.toHour - run.fromHour + 1,
  joined: (a, b) => ({ fromHour: Math.min(a.fromHour, b.fromHour), toHour: Math.max(a.toHour, b.toHour) }),
};

export const runsOfDays: RunKind<DayRun> = {
  startOf: (run) => Date.parse(run.fromDay),
  hoursIn: (run) => ((Date.parse(run.toDay) - Date.parse(run.fromDay)) / 86_400_000 + 1) * 24,
  joined: (a, b) => ({ fromDay: a.fromDay < b.fromDay ? a.fromDay : b.fromDay, toDay: a.toDay > b.toDay ? a.toDay : b.toDay }),
};

interface RunGroup<Run> {
  run: Run;
  readonly metricsOf: Map<string, ReadonlySet<string>>;
}

/** One statement's worth each: the same stretch, or nearly, for several members of a tenant, within the bound of a statement. */
export function planTasks<Run extends object>(
  tenantId: string,
  members: Iterable<readonly [userId: string, member: TouchedMember]>,
  runsOf: (member: TouchedMember) => readonly Run[],
  kind: RunKind<Run>,
): RollupTask<Run>[] {
  const byRun = new Map<string, RunGroup<Run>>();
  for (const [userId, member] of members) {
    for (const run of runsOf(member)) {
      const key = JSON.stringify(run);
      const known = byRun.get(key) ?? { run, metricsOf: new Map() };
      known.metricsOf.set(userId, member.metrics);
      byRun.set(key, known);
    }
  }
  const tasks: RollupTask<Run>[] = [];
  for (const { run, metricsOf } of alike([...byRun.values()], kind)) {
    const perTask = Math.max(1, Math.floor(maxMemberHours / kind.hoursIn(run)));
    const users = [...metricsOf];
    for (let start = 0; start < users.length; start += perTask) {
      const some = users.slice(start, start + perTask);
      const metrics = new Set(some.flatMap(([, own]) => [...own]));
      tasks.push({ tenantId, run, userIds: some.map(([userId]) => userId), metrics: [...metrics] });
    }
  }
  return tasks;
}

/** Joins stretches that differ by less than a statement is worth. */
function alike<Run>(groups: RunGroup<Run>[], kind: RunKind<Run>): RunGroup<Run>[] {
  const few: RunGroup<Run>[] = [];
  for (const group of groups.sort((a, b) => kind.startOf(a.run) - kind.startOf(b.run))) {
    const last = few.at(-1);
    const run = last && kind.joined(last.run, group.run);
    if (last && run && costOf(run, last, group) <= costOf(last.run, last) + costOf(group.run, group) + statementWorthHours) {
      last.run = run;
      for (const [userId, metrics] of group.metricsOf) last.metricsOf.set(userId, metrics);
    } else few.push(group);
  }
  return few;

  /** Hours that are read of all members. One who has both stretches is counted twice, as before. */
  function costOf(run: Run, ...of: readonly RunGroup<Run>[]): number {
    return kind.hoursIn(run) * of.reduce((sum, { metricsOf }) => sum + metricsOf.size, 0);
  }
}
