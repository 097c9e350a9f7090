import { calendarDay, nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import type { TicksEngine } from '#platform/ticks/engine.ts';
import { zoneLiteral } from '../zone-sql.ts';
import { ofMember } from './member-range.ts';
import { readTicks, type Spans, type StepFigures, type StepsParts } from './steps-parts.ts';
import type { PlanQuestion } from './steps-plan.ts';
import { stepSql } from './steps-sql.ts';

type Question = StepsParts['question'] & PlanQuestion;

/** A week or month of an interval that is over: whole, and nothing of it awaits its rollup. Unix seconds; days since 1970-01-01. */
export interface ClosedStep {
  readonly start: number;
  readonly end: number;
  readonly firstDay: number;
}

/** What is kept of a step. `computedAt`, and `changedAt` below: microseconds by the engine's clock. */
interface KeptRow {
  readonly metric: string;
  readonly firstDay: number;
  readonly computedAt: number;
  readonly figures: readonly [n: number, total: number, low: number, high: number, median: number];
}

/** When a day of a step was last rolled up. */
interface Change {
  readonly metric: string;
  readonly firstDay: number;
  readonly changedAt: number;
  /** The same for all: when this was asked. */
  readonly askedAt: number;
}

interface Missing {
  readonly metric: string;
  readonly step: ClosedStep;
}

/** Longer lists of spans are read as one: a statement that names each takes longer to plan. */
const mostSpans = 12;

/** The steps of a question whose medians may be kept, in order of time: of weeks and months in the member's own zone. */
export function closedSteps(question: Question): ClosedStep[] {
  const { granularity, timeZone, memberTimeZone, fromMs } = question;
  if ((granularity !== 'WEEKLY' && granularity !== 'MONTHLY') || timeZone !== memberTimeZone) return [];
  const untilMs = Math.min(question.toMs, question.nowMs, question.rolledUpUntilMs);
  if (untilMs <= fromMs) return [];
  const steps: ClosedStep[] = [];
  let start = startOfStep(fromMs / 1000, granularity, timeZone);
  if (start * 1000 < fromMs) start = nextStep(start, granularity, timeZone);
  for (let end = nextStep(start, granularity, timeZone); end * 1000 <= untilMs; end = nextStep(start, granularity, timeZone)) {
    steps.push({ start, end, firstDay: firstDayOf(start, timeZone) });
    start = end;
  }
  return steps;
}

/** Of a step's start: the day that is under way at noon, also where midnight is skipped or comes twice. */
const firstDayOf = (start: number, timeZone: string) => calendarDay(start + 43_200, timeZone);

/**
 * Counts, totals, extremes and medians of closed steps: what was kept of them as long as nothing has changed since, all else from
 * the ticks, which is then kept. Whoever stores a tick rolls its day up afterwards, and a computation counts as of a moment before
 * it read the ticks: what is kept from before a tick is therefore older than a day of its step, or the tick awaits its rollup
 * and the step is not closed. Days of another zone than the step's may lie in it by a part, so those beside it count as well.
 */
export async function readKeptSteps(
  engine: TicksEngine,
  question: Question,
  metrics: readonly string[],
  steps: readonly ClosedStep[],
): Promise<ReadonlyMap<string, { readonly steps: StepFigures[] }>> {
  const [rows, changes] = await Promise.all([readRows(engine, question, metrics, steps), readChanges(engine, question, metrics, steps)]);
  const kept = new Map(rows.map((row) => [keyOf(row.metric, row.firstDay), row]));
  const changed = new Map(changes.map((change) => [keyOf(change.metric, change.firstDay), change.changedAt]));
  const found = new Map<string, StepFigures[]>(metrics.map((metric) => [metric, []]));
  const missing: Missing[] = [];
  for (const metric of metrics)
    for (const step of steps) {
      const row = kept.get(keyOf(metric, step.firstDay));
      if (row === undefined || row.computedAt <= (changed.get(keyOf(metric, step.firstDay)) ?? 0)) missing.push({ metric, step });
      else found.get(metric)?.push(...figuresOf(row, step));
    }
  const read = await readMissing(engine, question, missing);
  const [asked] = changes;
  // Nobody waits for this, and where it fails the next who asks reads the ticks as well.
  if (asked) void keep(engine, question, read, asked.askedAt).catch(() => undefined);
  for (const { metric, figures } of read) if (figures) found.get(metric)?.push(figures);
  return new Map([...found].flatMap(([metric, some]) => (some.length > 0 ? [[metric, { steps: some }] as const] : [])));
}

function figuresOf({ figures: [n, total, low, high, median] }: KeptRow, { start, end }: ClosedStep): StepFigures[] {
  return n > 0 ? [{ start, end, n, total, low, high, median, days: 0 }] : [];
}

const keyOf = (metric: string, firstDay: number) => `${metric}/${firstDay}`;

function parametersOf({ tenantId, userId }: Question, metrics: readonly string[], steps: readonly ClosedStep[]) {
  return { tenantId, userId, metrics: [...metrics], firstDay: steps[0]?.firstDay ?? 0, lastDay: steps.at(-1)?.firstDay ?? 0 };
}

const date = (name: string) => `toDate({${name}:UInt32})`;

function readRows(engine: TicksEngine, question: Question, metrics: readonly string[], steps: readonly ClosedStep[]) {
  return engine.query<KeptRow>(
    `select metric, toUInt32(first_day) as firstDay, toUnixTimestamp64Micro(computed_at) as computedAt,
       (n, total, low, high, median) as figures
     from vigil.ticks_kept_step final
     where ${ofMember} and granularity = {granularity:String} and metric in {metrics:Array(String)}
       and first_day between ${date('firstDay')} and ${date('lastDay')} and tz = ${zoneLiteral(question.timeZone)}`,
    { ...parametersOf(question, metrics, steps), granularity: question.granularity },
  );
}

/** Every computation of a day counts, whichever zone the day is of: one of the step's zone lies in one step, others in those beside it too. */
function readChanges(engine: TicksEngine, question: Question, metrics: readonly string[], steps: readonly ClosedStep[]) {
  const { keyOfDay } = sqlOf(question);
  const lastDay = firstDayOf(steps.at(-1)?.end ?? 0, question.timeZone) - 1;
  return engine.query<Change>(
    `select metric, toUInt32(step) as firstDay, toUnixTimestamp64Micro(max(computed_at)) as changedAt,
       toUnixTimestamp64Micro(now64(6, 'UTC')) as askedAt
     from vigil.ticks_day
     where ${ofMember} and metric in {metrics:Array(String)} and day between ${date('firstDay')} - 1 and ${date('lastDay')} + 1
     group by metric,
       arrayJoin(if(tz = ${zoneLiteral(question.timeZone)}, [${keyOfDay('day')}],
         arrayDistinct([${keyOfDay('day - 1')}, ${keyOfDay('day')}, ${keyOfDay('day + 1')}]))) as step`,
    { ...parametersOf(question, metrics, steps), lastDay },
  );
}

const sqlOf = ({ granularity, timeZone, fromMs, toMs, nowMs }: Question) =>
  stepSql(granularity, timeZone, { fromMs, toMs: Math.min(toMs, nowMs) });

interface ReadStep extends Missing {
  /** Undefined where nothing counts. */
  readonly figures: StepFigures | undefined;
}

async function readMissing(engine: TicksEngine, question: Question, missing: readonly Missing[]): Promise<ReadStep[]> {
  const metrics = [...new Set(missing.map(({ metric }) => metric))];
  const whole = { ...question, extremes: true, medians: metrics, days: [] };
  const parts = { question: whole, granularity: question.granularity, fromMs: question.fromMs, rollup: null, rolled: [], raw: metrics };
  const found = await readTicks(engine, parts, metrics, spansOf(missing));
  const figures = new Map<string, StepFigures>();
  for (const [metric, { steps }] of found)
    for (const step of steps) figures.set(keyOf(metric, firstDayOf(step.start, question.timeZone)), step);
  return missing.map(({ metric, step }) => ({ metric, step, figures: figures.get(keyOf(metric, step.firstDay)) }));
}

/** Steps beside each other in one span. */
function spansOf(missing: readonly Missing[]): Spans {
  const spans: [number, number][] = [];
  for (const { step } of missing.toSorted((a, b) => a.step.start - b.step.start)) {
    const last = spans.at(-1);
    if (last && step.start * 1000 <= last[1]) last[1] = Math.max(last[1], step.end * 1000);
    else spans.push([step.start * 1000, step.end * 1000]);
  }
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last && spans.length > mostSpans ? [[first[0], last[1]]] : spans;
}

/** Unless the member has been erased meanwhile: the ticks go first, and this table last. */
async function keep(engine: TicksEngine, question: Question, read: readonly ReadStep[], computedAt: number): Promise<void> {
  if (read.length === 0) return;
  const { tenantId, userId, granularity, timeZone } = question;
  const column = (name: 'n' | 'total' | 'low' | 'high' | 'median') => read.map(({ figures }) => figures?.[name] ?? 0);
  await engine.command(
    `insert into vigil.ticks_kept_step (tenant_id, user_id, granularity, metric, first_day, tz, n, total, low, high, median, computed_at)
     select {tenantId:UUID}, {userId:UUID}, {granularity:String}, metric, toDate(first_day), {timeZone:String}, n, total, low, high, median,
       fromUnixTimestamp64Micro({computedAt:Int64}, 'UTC')
     from (
       select {metrics:Array(String)} as metric, {firstDays:Array(UInt32)} as first_day, {n:Array(UInt32)} as n, {total:Array(Float64)} as total,
         {low:Array(Float64)} as low, {high:Array(Float64)} as high, {median:Array(Float64)} as median
     )
     array join metric, first_day, n, total, low, high, median
     where exists (select 1 from vigil.ticks where ${ofMember} limit 1)`,
    {
      ...{ tenantId, userId, granularity, timeZone, computedAt },
      metrics: read.map(({ metric }) => metric),
      firstDays: read.map(({ step }) => step.firstDay),
      ...{ n: column('n'), total: column('total'), low: column('low'), high: column('high'), median: column('median') },
    },
    { lane: 'background' },
  );
}
