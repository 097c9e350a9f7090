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

/** One statement's worth each: the same stretch for several members of a tenant, within the bound of a statement. */
export function planTasks<Run extends object>(
  tenantId: string,
  members: Iterable<readonly [userId: string, member: TouchedMember]>,
  runsOf: (member: TouchedMember) => readonly Run[],
  hoursIn: (run: Run) => number,
): RollupTask<Run>[] {
  const byRun = new Map<string, { run: Run; users: { userId: string; metrics: Set<string> }[] }>();
  for (const [userId, member] of members) {
    for (const run of runsOf(member)) {
      const key = JSON.stringify(run);
      const known = byRun.get(key) ?? { run, users: [] };
      known.users.push({ userId, metrics: member.metrics });
      byRun.set(key, known);
    }
  }
  const tasks: RollupTask<Run>[] = [];
  for (const { run, users } of byRun.values()) {
    const perTask = Math.max(1, Math.floor(maxMemberHours / hoursIn(run)));
    for (let start = 0; start < users.length; start += perTask) {
      const some = users.slice(start, start + perTask);
      const metrics = new Set(some.flatMap((user) => [...user.metrics]));
      tasks.push({ tenantId, run, userIds: some.map((user) => user.userId), metrics: [...metrics] });
    }
  }
  return tasks;
}
