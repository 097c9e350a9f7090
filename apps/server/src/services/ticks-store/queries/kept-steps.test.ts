import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createTickWriter, type TickSource } from '../index.ts';
import { readSteps, type StepsQuestion } from './steps.ts';

const harness = await useOwnHarness();
const nowMs = Date.parse('2026-05-20T12:00:00Z');
harness.clock.set(nowMs);
const writer = createTickWriter(harness);
const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const metrics: MetricId[] = ['heart_rate', 'weight', 'steps'];
const [from, to] = [Date.parse('2026-01-10T07:00:00Z') / 1000, Date.parse('2026-05-20T00:00:00Z') / 1000];

type Member = Awaited<ReturnType<typeof harness.createUser>>;

const ask = (member: { id: string }, overrides: Partial<StepsQuestion> = {}): StepsQuestion => ({
  ...{ tenantId: tenant.id, userId: member.id, granularity: 'MONTHLY', timeZone: 'UTC', memberTimeZone: 'UTC' },
  ...{ fromMs: from * 1000, toMs: to * 1000, nowMs, rolledUpUntilMs: nowMs, metrics, extremes: true, medians: metrics },
  ...{ days: [], movingAverages: [], ...overrides },
});

const stepsOf = async (question: StepsQuestion) => Object.fromEntries((await readSteps(harness.engine, question)).steps);
/** The same question answered from every tick, as long as nothing is said to be rolled up. */
const fromTicks = (question: StepsQuestion) => stepsOf({ ...question, rolledUpUntilMs: Number.NEGATIVE_INFINITY });

const keptRows = async ({ id }: { id: string }) => {
  const sql = 'select toFloat64(count()) as n from vigil.ticks_kept_step final where user_id = {id:UUID}';
  return (await harness.engine.query<{ n: number }>(sql, { id }))[0]?.n ?? 0;
};
/** Has what was kept say something that no tick says: an answer that has it did not read the ticks. */
const mark = async ({ id }: { id: string }) =>
  harness.engine.command(
    'insert into vigil.ticks_kept_step select * replace (12345 as median, computed_at + interval 1 microsecond as computed_at) from vigil.ticks_kept_step final where user_id = {id:UUID}',
    { id },
  );
const marked = (steps: Awaited<ReturnType<typeof stepsOf>>, metric: MetricId = 'heart_rate') =>
  (steps[metric] ?? []).map(({ start, median }) => [new Date(start * 1000).toISOString().slice(0, 7), median === 12345]);

/** Ticks every six hours and a bit, from the first of January on. */
async function withTicks(timeZone = 'UTC'): Promise<Member> {
  const member = await harness.createUser(tenant, { timeZone });
  const heart_rate: [number, number][] = [];
  for (let at = from - 10 * 86_400, i = 0; at < to; at += 21_700, i += 1) heart_rate.push([at, 60 + ((i * 37) % 50)]);
  await writer.append(tickBatch(member, { heart_rate }, { receivedAtMs: nowMs - 1 }));
  await writer.rollupsSettled();
  return member;
}

// Catching up rolls days up again, which ends what is kept; it takes as long as the store that all tests share is large.
beforeAll(async () => {
  await vi.waitUntil(async () => (await writer.rolledUpUntilMs(tenant.id, nurse.id)) > 0, { timeout: 170_000, interval: 200 });
}, 180_000);

/** Asks, and waits until what was found is kept and marked. */
async function keptAndMarked(member: Member, overrides: Partial<StepsQuestion> = {}): Promise<void> {
  await stepsOf(ask(member, overrides));
  // February, March and April of three metrics.
  await expect.poll(() => keptRows(member), { timeout: 20_000 }).toBe(9);
  await mark(member);
}

describe('medians of months that are over', () => {
  it('are kept once somebody has asked; a month that is cut or under way is read from the ticks', async () => {
    const member = await withTicks();
    await keptAndMarked(member);
    expect(marked(await stepsOf(ask(member)))).toEqual([
      ['2026-01', false],
      ['2026-02', true],
      ['2026-03', true],
      ['2026-04', true],
      ['2026-05', false],
    ]);
  });

  it('are read from the ticks again once a late tick of the month is rolled up, and before that too', async () => {
    const member = await withTicks();
    await keptAndMarked(member);
    await writer.append(tickBatch(member, { heart_rate: [[Date.parse('2026-03-10T10:00:01Z') / 1000, 200]] }, { receivedAtMs: nowMs }));
    const rolledUpUntilMs = await writer.rolledUpUntilMs(tenant.id, member.id);
    expect(marked(await stepsOf(ask(member, { rolledUpUntilMs }))).map(([, isMarked]) => isMarked)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
    await writer.rollupsSettled();
    const steps = await stepsOf(ask(member));
    expect(marked(steps).map(([, isMarked]) => isMarked)).toEqual([false, true, false, true, false]);
    expect(steps.heart_rate?.[2]).toEqual((await fromTicks(ask(member))).heart_rate?.[2]);
    expect(steps.heart_rate?.[2]?.high).toBe(200);
  });

  it('of a metric without readings are kept as well, and appear with its first late reading', async () => {
    const member = await withTicks();
    await keptAndMarked(member);
    expect((await stepsOf(ask(member))).weight).toBeUndefined();
    await writer.append(tickBatch(member, { weight: [[Date.parse('2026-02-10T10:00:00Z') / 1000, 80]] }, { receivedAtMs: nowMs }));
    await writer.rollupsSettled();
    expect((await stepsOf(ask(member))).weight).toMatchObject([{ n: 1, median: 80 }]);
  });

  it('of one zone say nothing about those of another', async () => {
    const member = await withTicks('Asia/Tokyo');
    const there = { timeZone: 'Asia/Tokyo', memberTimeZone: 'Asia/Tokyo' };
    await keptAndMarked(member, there);
    expect(await stepsOf(ask(member))).toEqual(await fromTicks(ask(member)));
    // Of the 31st of March here and the 1st of April there; the member's days are those of another zone by now.
    await harness.asOwner(`update vigil.users set time_zone = 'America/Los_Angeles' where id = $1`, [member.id]);
    await writer.append(tickBatch(member, { heart_rate: [[Date.parse('2026-03-31T20:00:00Z') / 1000, 200]] }, { receivedAtMs: nowMs }));
    await writer.rollupsSettled();
    const steps = await stepsOf(ask(member, there));
    expect(steps.heart_rate?.[3]).toEqual((await fromTicks(ask(member, there))).heart_rate?.[3]);
    expect(steps.heart_rate?.[3]?.high).toBe(200);
  });

  it('are not kept of a member who has been erased meanwhile', async () => {
    const member = await withTicks();
    const erasing: typeof harness.engine = {
      ...harness.engine,
      async command(...call) {
        await harness.engine.command('alter table vigil.ticks delete where user_id = {id:UUID} settings mutations_sync = 2', {
          id: member.id,
        });
        await harness.engine.command(...call);
        kept();
      },
    };
    let kept = () => {};
    const done = new Promise<void>((resolve) => {
      kept = resolve;
    });
    await readSteps(erasing, ask(member));
    await done;
    expect(await keptRows(member)).toBe(0);
  });
});

/** The same numbers in every run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

describe('whatever happens to the ticks, kept weeks and months are those of the ticks', () => {
  const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Australia/Lord_Howe'];
  it.each([1, 2, 3, 4])('history %i', { timeout: 180_000 }, async (seed) => {
    const next = numbers(seed);
    const any = <T>(values: readonly T[]): T => values[next(values.length)] as T;
    const member = await withTicks(zones[0]);
    let [timeZone = 'UTC'] = zones;
    let received = nowMs;
    const known: { metric: MetricId; timestamp: number; source: TickSource }[] = [];
    const send = async (metric: MetricId, timestamp: number, value: number, source: TickSource) => {
      received += 1;
      known.push({ metric, timestamp, source });
      await writer.append(tickBatch(member, { [metric]: [[timestamp, value]] }, { source, receivedAtMs: received }));
    };
    const anywhere = () => from + next(to - from);
    const happenings = [
      () => send(any(['heart_rate', 'steps']), anywhere(), any([0, 55, 190]), any(['device', 'manual', 'imported'])),
      () => send('weight', anywhere(), 60 + next(40), 'manual'),
      // A correction, another source's value for the same moment, or a zero in its place.
      () => (known.length > 0 ? send(...correctionOf(any(known)), any(['device', 'manual'])) : undefined),
      () => {
        const weight = known.findLast(({ metric }) => metric === 'weight');
        return weight && send('weight_conf', weight.timestamp, any([10, 95]), weight.source);
      },
      async () => {
        const reading = known.findLast(({ metric }) => metric !== 'weight_conf');
        received += 1;
        harness.clock.set(received);
        if (reading) await takeBack(member, reading);
      },
      async () => {
        timeZone = any(zones);
        await harness.asOwner('update vigil.users set time_zone = $2 where id = $1', [member.id, timeZone]);
        harness.bus.publish('user.changed', { tenantId: tenant.id, userId: member.id });
        await writer.zoneChangesFollowed();
      },
    ];
    const correctionOf = ({ metric, timestamp }: (typeof known)[number]) => [metric, timestamp, any([0, 71, 99])] as const;
    for (let round = 0; round < 14; round += 1) {
      for (let n = next(3); n >= 0; n -= 1) await any(happenings)();
      if (next(3) > 0) await writer.rollupsSettled();
      const rolledUpUntilMs = Math.min(nowMs, await writer.rolledUpUntilMs(tenant.id, member.id));
      const question = ask(member, { timeZone, memberTimeZone: timeZone, rolledUpUntilMs, granularity: any(['WEEKLY', 'MONTHLY']) });
      expect(await stepsOf(question)).toEqual(await fromTicks(question));
    }
    expect(await keptRows(member)).toBeGreaterThan(0);
  });

  async function takeBack(member: Member, reading: { metric: MetricId; timestamp: number; source: TickSource }): Promise<void> {
    await writer.takeBack({
      ...{ tenantId: tenant.id, userId: member.id, by: nurse.id, reason: 'Another person wore the band' },
      readings: [{ metric: reading.metric, timestampMs: reading.timestamp * 1000, source: reading.source }],
    });
  }
});
