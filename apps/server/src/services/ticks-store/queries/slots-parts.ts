import { setImmediate as turn } from 'node:timers/promises';
import { slotSeconds } from '@vigil/domain/alerts/rule';
import type { SlotColumns } from '@vigil/domain/alerts/slots';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TicksEngine, TicksQuery } from '#platform/ticks/engine.ts';
import type { Numbers } from '#platform/ticks/native.ts';
import { counts } from '../counting-sql.ts';
import { isLate, slotsAnHour } from '../slots-sql.ts';
import { moment } from './member-range.ts';

export interface SlotsQuestion {
  readonly tenantId: string;
  readonly userIds: readonly string[];
  readonly metric: MetricId;
  /** [fromMs, toMs), milliseconds since 1970; readings of the rest of the hours in which they lie may be told as well. */
  readonly fromMs: number;
  readonly toMs: number;
  /** What is asked of each slot: the sum of its readings; `last`: in the order of time, so that the last of each is told as well. */
  readonly value: 'total' | 'last';
  /** How far the rollups of a member are right. Milliseconds since 1970. */
  readonly rolledUpUntilMs: (userId: string) => number;
}

/** A member's readings by slots, or one by one, each with its slot. */
export interface MemberSlots extends SlotColumns {
  readonly readings: number;
  /** Of these, how many arrived more than an hour after they were measured. */
  readonly late: number;
}

type Question = Omit<SlotsQuestion, 'rolledUpUntilMs'>;

const slotSql = `intDiv(toUnixTimestamp64Milli(ts), ${slotSeconds * 1000})`;
const someMembers = 'tenant_id = {tenantId:UUID} and user_id in {userIds:Array(UUID)}';
const ofMembers = `${someMembers} and ts >= ${moment('from')} and ts < ${moment('to')}`;
/** Work of minutes for somebody who can wait: pages go before it. */
const asReport: TicksQuery = { lane: 'report' };
const parametersOf = ({ tenantId, userIds, metric, fromMs, toMs }: Question) => ({
  ...{ tenantId, userIds: [...userIds], metric, from: Math.ceil(fromMs), to: Math.ceil(toMs) },
});

/**
 * From the ticks, one by one. Sums are left to the asker: the engine hands over each reading with its slot, since grouping them by
 * slots takes it longer than handing them over. Of members with readings of several sources the moments are told apart first, and
 * so they are asked for again.
 */
export async function readSlotsOfTicks(engine: TicksEngine, question: Question): Promise<Map<string, MemberSlots>> {
  if (question.userIds.length === 0) return new Map();
  const { found, mixed } = await readTicks(engine, question, 'ticks');
  if (mixed.length === 0) return found;
  const exact = await readTicks(engine, { ...question, userIds: mixed }, 'moments');
  return new Map([...found, ...exact.found]);
}

async function readTicks(engine: TicksEngine, question: Question, of: 'ticks' | 'moments') {
  const { metric, value } = question;
  // What names the rows is in the sorting key, and may stand in PREWHERE beside FINAL: of other rows no value is read.
  const counted = `vigil.ticks final prewhere ${ofMembers} and metric = {metric:String} where ${counts([metric], ofMembers)}`;
  const inOrder = value === 'last' || of === 'moments';
  const rows = inOrder
    ? `(select user_id, ts, source, value, received_at from ${counted} order by user_id, ts, source ${of === 'moments' ? 'limit 1 by user_id, ts' : ''})`
    : counted;
  const blocks = await engine.columns(
    `select toString(user_id) as member, groupArray(toUInt32(${slotSql})) as slots, groupArray(value) as values,
       countIf(${isLate('received_at')}) as late, min(source) != max(source) as several
     from ${rows}
     group by user_id`,
    parametersOf(question),
    // One thread keeps the order of the rows.
    inOrder ? { ...asReport, threads: 1 } : asReport,
  );
  const found = new Map<string, MemberSlots>();
  const mixed: string[] = [];
  for (const block of blocks) {
    const [late, several] = [block.numbers('late'), block.numbers('several')];
    block.texts('member').forEach((userId, row) => {
      if (of === 'ticks' && several[row]) mixed.push(userId);
      const [slots, values] = [block.list('slots', row), block.list('values', row)];
      found.set(userId, { readings: values.length, late: late[row] ?? 0, slots, counts: null, totals: values, lasts: values });
    });
  }
  return { found, mixed };
}

/** Of some members, what their hours tell; `without` are those who have an hour that was rolled up before hours had slots. */
export interface OfHours<Found> {
  readonly found: Map<string, Found>;
  readonly without: readonly string[];
}

const hoursOfMembers = `vigil.ticks_hour final
  prewhere ${someMembers} and metric = {metric:String} and hour >= ${moment('from')} and hour < ${moment('to')}
  where n > 0`;
const firstSlotOfHour = `toUInt32(intDiv(toUnixTimestamp(hour), ${slotSeconds}))`;

/** From the hours, which hold what each of their slots comes to: [fromMs, toMs) are whole hours. */
export async function readSlotsOfHours(engine: TicksEngine, question: Question): Promise<OfHours<MemberSlots>> {
  const blocks = await engine.columns(
    `select toString(user_id) as member, groupArray(${firstSlotOfHour}) as hours, groupArrayArray(slots.n) as counts,
       groupArrayArray(slots.total) as totals, sum(n) as readings, sum(late) as late_readings, countIf(empty(slots.n)) as unslotted
     from ${hoursOfMembers} group by user_id`,
    parametersOf(question),
    asReport,
  );
  const found = new Map<string, MemberSlots>();
  const without: string[] = [];
  for (const block of blocks) {
    const [readings, late, unslotted] = [block.numbers('readings'), block.numbers('late_readings'), block.numbers('unslotted')];
    for (const [row, userId] of block.texts('member').entries()) {
      const [slots, counts, totals] = [slotsOf(block.list('hours', row)), block.list('counts', row), block.list('totals', row)];
      if (unslotted[row]) without.push(userId);
      else found.set(userId, { readings: readings[row] ?? 0, late: late[row] ?? 0, slots, counts, totals, lasts: totals });
      // Of months this takes a millisecond a member, and others have their turn between two.
      await turn();
    }
  }
  return { found, without };
}

/** The numbers of all slots of some hours, of which each is named by its first. */
function slotsOf(hours: Numbers): Uint32Array {
  const slots = new Uint32Array(hours.length * slotsAnHour);
  let at = 0;
  for (const first of hours) for (let slot = first; slot < first + slotsAnHour; slot++) slots[at++] = slot;
  return slots;
}

/** Of the same hours, the slots whose sum is above zero. */
export async function readSlotsAboveZero(engine: TicksEngine, question: Question): Promise<OfHours<Numbers>> {
  const blocks = await engine.columns(
    `select toString(user_id) as member, groupArrayArray(arrayFilter((slot, total) -> total > 0,
         arrayMap(place -> toUInt32(${firstSlotOfHour} + place), range(length(slots.total))), slots.total)) as above_zero, countIf(empty(slots.n)) as unslotted
     from ${hoursOfMembers} group by user_id`,
    parametersOf(question),
    asReport,
  );
  const found = new Map<string, Numbers>();
  const without: string[] = [];
  for (const block of blocks) {
    const unslotted = block.numbers('unslotted');
    block.texts('member').forEach((userId, row) => {
      if (unslotted[row]) without.push(userId);
      else found.set(userId, block.list('above_zero', row));
    });
  }
  return { found, without };
}
