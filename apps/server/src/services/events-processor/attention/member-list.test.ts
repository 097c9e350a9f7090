import { VigilError } from '@vigil/contract/errors';
import type { MemberLimits } from '@vigil/domain/alerts/out-of-range';
import { defaultLimit, defaultLimits, defaultStanding } from '@vigil/domain/alerts/testing/default-limits';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ticksFailure } from '#platform/ticks/failures.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { createMemberList } from './member-list.ts';

const harness = await useHarness();
const writer = createTickWriter(harness);
const ticks = createTicksStoreReads({ ...harness, rolledUpUntilMs: writer.rolledUpUntilMs });
const now = Math.floor(Date.parse('2026-03-02T10:00:00Z') / 1000);
const clock = { ...harness.clock, now: () => now * 1000 };
/** Of members who do not have the default limits. */
const limitsOf = new Map<string, MemberLimits>();
let passedMs = 0;
const deps = {
  ...{ ...harness, ticks, clock: { ...clock, now: () => clock.now() + passedMs } },
  limits: async () => ({
    metrics: [...new Set([...defaultLimits.limits.map(({ metric }) => metric), 'rhr' as const])],
    of: async () => (userId: string) => limitsOf.get(userId) ?? defaultLimits,
  }),
  sleepMeasures: { follow: async () => {} },
};
const { page: list } = createMemberList(deps);
/** The same over a ticks store that can be away. */
let failure: Error | null = null;
const unlessAway =
  <Asked, Answer>(ask: (asked: Asked) => Promise<Answer>) =>
  (asked: Asked) =>
    failure ? Promise.reject(failure) : ask(asked);
const awayDeps = { ...deps, ticks: { recentDays: unlessAway(ticks.recentDays), runsBeyond: unlessAway(ticks.runsBeyond) } };
const tenant = await harness.createTenant();
const day = 86_400;
const spo2At91 = {
  ...{ ruleId: 'spo2-very-low', title: 'SpO2 91 % or less', severity: 'CRITICAL', side: 'low', limit: 91, aggregate: 'mean', window: '1h' },
  ...{ persistMinutes: 15, setBy: 'tenant', alert: 'none', alertSince: null },
};
const spo2Below = (level: number): MemberLimits => ({ limits: [{ ...defaultLimit('spo2-low'), level, setBy: 'member' }], standings: [] });

const member = (familyName: string, over: object = {}) =>
  harness.createUser(tenant, { familyName, timeZone: 'UTC', onboardedAt: new Date('2026-01-01'), ...over });
const send = (who: { id: string; tenantId: string }, data: Parameters<typeof tickBatch>[1], over: Parameters<typeof tickBatch>[2] = {}) =>
  writer.append(tickBatch(who, data, { receivedAtMs: (now - 60) * 1000, ...over }));

const questionOf = (tenantId: string): Parameters<typeof list>[0] => ({
  ...{ tenantId, scope: 'tenant', facts: ['heart_rate'], page: 0, size: 20, sortingField: 'attention', sortOrder: 'DESC' },
});
const ask = (over: Partial<Parameters<typeof list>[0]> = {}) => list({ ...questionOf(tenant.id), ...over });
const named = async (over: Parameters<typeof ask>[0] = {}) => (await ask(over)).content.map((row) => row.data.lastName);

describe('members, the most urgent first', async () => {
  const well = await member('Able');
  const changed = await member('Baker');
  const silent = await member('Clark');
  const red = await member('Davis');
  const never = await member('Evans');
  const discharged = await member('Frank', { isInTheTenant: false });
  const everyDay = (mean: number): [number, number][] =>
    Array.from({ length: 30 }, (_, index): [number, number] => [now - (30 - index) * day, mean + (index % 3) - 1]);
  await send(well, { spo2: [[now - 120, 98]], rhr: everyDay(60) });
  await send(changed, { rhr: [...everyDay(60), [now - 3_600, 75]] });
  await send(silent, { heart_rate: [[now - 5 * day, 70]] }, { source: 'imported' });
  await send(red, {
    spo2: [
      [now - 7_200, 97],
      [now - 3_600, 93],
      [now - 600, 90],
    ],
  });
  await send(discharged, { spo2: [[now - 60, 80]] });
  await writer.rollupsSettled();
  await harness.bandSynced(silent, { first: now - 30 * day, last: now - 3 * day });

  it('a reading beyond limits, a change against the own days, a silent band, one that never synced, then by name', async () => {
    expect(await named()).toEqual(['Davis', 'Baker', 'Clark', 'Evans', 'Able', 'Frank']);
    expect(await named({ sortOrder: 'ASC' })).toEqual(['Evans', 'Clark', 'Baker', 'Davis', 'Able', 'Frank']);
  });

  it('tells each reason with its number, what it is compared with, and since when', async () => {
    const rows = new Map((await ask()).content.map((row) => [row.user_id, row]));
    expect(rows.get(red.id)?.attention).toEqual([{ ...spo2At91, kind: 'limit', metric: 'spo2', value: 90, since: now - 600 }]);
    expect(rows.get(changed.id)?.attention).toEqual([
      {
        kind: 'change',
        metric: 'rhr',
        value: 75,
        reference: 60,
        deviations: expect.closeTo(15 / 1.5, 5),
        since: Date.parse('2026-03-02') / 1000,
      },
    ]);
    expect(rows.get(changed.id)?.recent).toEqual([
      ...everyDay(60)
        .slice(-13)
        .map(([, mean]) => mean),
      75,
    ]);
    expect(rows.get(silent.id)?.attention).toEqual([{ kind: 'gap', gap: 'not-syncing', since: now - 3 * day }]);
    expect(rows.get(never.id)?.attention).toMatchObject([{ kind: 'gap', gap: 'never-synced' }]);
    expect([rows.get(well.id)?.attention, rows.get(well.id)?.recent]).toEqual([[], null]);
    expect(rows.get(discharged.id)?.attention).toEqual([]);
  });

  it('has the same reasons in every order, on every page', async () => {
    const byName = await ask({ sortingField: 'lastName', sortOrder: 'ASC' });
    const byAttention = await ask();
    const reasonsOf = ({ content }: typeof byName) => new Map(content.map((row) => [row.user_id, [row.attention, row.recent]]));
    expect(reasonsOf(byName)).toEqual(new Map([...reasonsOf(byAttention)]));
    const pages = await Promise.all([0, 1, 2].map((page) => named({ size: 2 as never, page })));
    expect(pages.flat()).toEqual(await named());
    expect(await ask({ page: 9 })).toEqual({ content: [], totalElements: 6, isWithoutTrends: false });
  });

  it('goes by the limits of the member’s own rules, since when the reading is beyond that', async () => {
    const attention = async () => (await ask()).content.find((row) => row.user_id === red.id)?.attention;
    limitsOf.set(red.id, spo2Below(88));
    expect(await attention()).toEqual([]);
    limitsOf.set(red.id, spo2Below(93));
    expect(await attention()).toMatchObject([{ limit: 93, severity: 'HIGH', setBy: 'member', since: now - 3_600 }]);
    limitsOf.delete(red.id);
  });

  it('marks the value itself by the same limit as the reason', async () => {
    const value = async () => (await ask({ facts: ['spo2', 'heart_rate'] })).content.find((row) => row.user_id === red.id)?.latest.spo2;
    expect(await value()).toMatchObject({ value: 90, outOfRange: spo2At91 });
    limitsOf.set(red.id, spo2Below(88));
    expect(await value()).not.toHaveProperty('outOfRange');
    limitsOf.delete(red.id);
  });

  it('tells of an alert about a change once, and what became of it', async () => {
    const standing = { firedAt: now - 1_800, holdsSince: now - 1_800, actionId: 'a' };
    limitsOf.set(changed.id, { ...defaultLimits, standings: [defaultStanding('resting-pulse-up', standing)] });
    const row = (await ask()).content.find(({ user_id }) => user_id === changed.id);
    expect(row?.attention).toMatchObject([
      { kind: 'limit', metric: 'rhr', limit: null, severity: 'MEDIUM', alert: 'open', since: now - 1_800 },
    ]);
    limitsOf.delete(changed.id);
  });

  it('shows and counts only who is in scope and matches', async () => {
    expect(await named({ scope: [well.id, silent.id] })).toEqual(['Clark', 'Able']);
    expect(await named({ partOfName: 'baker', userStatus: ['ACTIVE'] })).toEqual(['Baker']);
    expect((await ask({ scope: [] })).totalElements).toBe(0);
  });

  describe('while the ticks store is away', () => {
    const outage = ticksFailure(new Error('connect ECONNREFUSED'));
    const question = { ...questionOf(tenant.id), facts: ['heart_rate', 'spo2'] };
    const unchanged = ['Davis', 'Clark', 'Evans', 'Able', 'Baker', 'Frank'];
    const told = ({ content, isWithoutTrends }: Awaited<ReturnType<typeof list>>) => ({
      names: content.map((row) => row.data.lastName),
      isWithoutTrends,
    });
    afterEach(() => {
      failure = null;
      passedMs = 0;
    });

    it('they go by what is known without it, with readings out of range and gaps, and it is said', async () => {
      const { page } = createMemberList(awayDeps);
      failure = outage;
      const answer = await page(question);
      expect(told(answer)).toEqual({ names: unchanged, isWithoutTrends: true });
      const [first] = answer.content;
      expect(first?.attention).toEqual([{ ...spo2At91, kind: 'limit', metric: 'spo2', value: 90, since: now - 600, orBefore: true }]);
      expect(first?.latest.spo2).toMatchObject({ value: 90, outOfRange: spo2At91 });
      expect(answer.content.map(({ recent }) => recent)).toEqual(unchanged.map(() => null));
      const byName = await page({ ...question, sortingField: 'lastName', sortOrder: 'ASC' });
      expect(told(byName)).toEqual({ names: unchanged.toSorted(), isWithoutTrends: true });
      failure = null;
      expect(told(await page(question))).toEqual({ names: ['Davis', 'Baker', 'Clark', 'Evans', 'Able', 'Frank'], isWithoutTrends: false });
    });

    it('of many members such an order is held no longer than another, and its page says so as long as it is', async () => {
      const { page } = createMemberList(awayDeps, 3);
      passedMs = 7_200_000;
      failure = outage;
      expect(told(await page(question))).toEqual({ names: unchanged, isWithoutTrends: true });
      failure = null;
      expect(told(await page(question))).toEqual({ names: unchanged, isWithoutTrends: true });
      passedMs += 31_000;
      await vi.waitUntil(async () => !(await page(question)).isWithoutTrends, { timeout: 20_000 });
      expect((await page(question)).content[1]?.data.lastName).toBe('Baker');
    });

    it('a file, which has no room to say it, fails, and so does a page where the store refuses the question', async () => {
      const lists = [createMemberList(awayDeps), createMemberList(awayDeps, 3)];
      failure = outage;
      for (const { ids, rows, page } of lists) {
        await page(question);
        await expect(ids(question, 5)).rejects.toBe(outage);
        await expect(rows(question, [red.id], { reasons: true })).rejects.toBe(outage);
      }
      failure = new VigilError('internal', 'The ticks store could not carry out a statement.');
      for (const sortingField of ['attention', 'lastName'])
        await expect(createMemberList(awayDeps, 3).page({ ...question, sortingField })).rejects.toBe(failure);
    });
  });

  describe('in a tenant of more members than are judged for each page', async () => {
    const { page: ofMany, ids } = createMemberList(deps, 3);
    const question = questionOf(tenant.id);

    it('the order is the same, whatever is asked', async () => {
      const everybody = [well, changed, silent, red, never, discharged].map(({ id }) => id);
      const asked = [
        {},
        { sortOrder: 'ASC' },
        { partOfName: 'a' },
        { scope: everybody.slice(0, 4) },
        { userStatus: ['ACTIVE'] },
        { size: 2, page: 1 },
        { page: 9 },
      ];
      for (const over of asked as Partial<Parameters<typeof list>[0]>[])
        expect(await ofMany({ ...question, ...over }), JSON.stringify(over)).toEqual(await ask(over));
      expect(await ids(question, 2)).toEqual([red.id, changed.id]);
    });

    it('it is half a minute old at most, and the reasons are of now', async () => {
      limitsOf.set(red.id, spo2Below(80));
      const kept = await ofMany(question);
      expect(kept.content.map(({ user_id }) => user_id)[0]).toBe(red.id);
      expect(kept.content[0]?.attention).toEqual([]);
      passedMs = 31_000;
      await vi.waitUntil(async () => (await ofMany(question)).content[0]?.user_id === changed.id, { timeout: 20_000 });
      passedMs = 0;
      limitsOf.delete(red.id);
    });

    it('whoever looks first after a while sees the order of now', async () => {
      passedMs = 3_600_000;
      const first = async () => (await ofMany(question)).content[0]?.user_id;
      await vi.waitUntil(async () => (await first()) === red.id, { timeout: 20_000 });
      limitsOf.set(red.id, spo2Below(80));
      passedMs += 600_000;
      expect(await first()).toBe(changed.id);
      passedMs = 0;
      limitsOf.delete(red.id);
    });

    it('whoever came since is last, and is found at once', async () => {
      const late = await member('Zimmer');
      expect((await ofMany({ ...question, partOfName: 'zimmer' })).content.map(({ user_id }) => user_id)).toEqual([late.id]);
      await harness.asOwner('delete from vigil.users where id = $1', [late.id]);
    });
  });

  it('says that it may have begun before, where no reading within the limits was found', async () => {
    const elsewhere = await harness.createTenant();
    const all = await harness.createUser(elsewhere, { familyName: 'Young', timeZone: 'UTC', onboardedAt: new Date('2026-01-01') });
    await send(all, { systolic: [9, 5, 1].map((daysAgo): [number, number] => [now - daysAgo * day, 165]) });
    await writer.rollupsSettled();
    const [row] = (await ask({ tenantId: elsewhere.id })).content;
    expect(row?.attention[0]).toMatchObject({ metric: 'systolic', since: now - day, orBefore: true });
  });

  it('knows nothing of another tenant', async () => {
    const other = await harness.createTenant();
    expect(await ask({ tenantId: other.id })).toEqual({ content: [], totalElements: 0, isWithoutTrends: false });
  });
});

describe('since when a reading is beyond its limits', async () => {
  const dense = await harness.createTenant();
  const someone = (familyName: string) => harness.createUser(dense, { familyName, timeZone: 'UTC', onboardedAt: new Date('2026-01-01') });
  const everyMinute = (fromSeconds: number, toSeconds: number, value: number) =>
    Array.from({ length: (toSeconds - fromSeconds) / 60 }, (_, index) => [fromSeconds + index * 60, value] as const);
  const hour = 3_600;
  const long = await someone('Long');
  const longer = await someone('Longer');
  const edges = await someone('Edges');
  await send(long, { spo2: [...everyMinute(now - 40 * hour, now - 30 * hour, 97), ...everyMinute(now - 30 * hour, now, 90)] });
  await send(longer, { heart_rate: everyMinute(now - 60 * hour, now, 140) });
  await send(edges, {
    // As they are read: 93.5 is 94 and within, 93.4 is 93; 38.04 is 38.0 and within, 38.06 is 38.1.
    spo2: [
      [now - 300, 93],
      [now - 240, 93.5],
      [now - 180, 93.4],
      [now - 120, 92],
    ],
    body_temp: [
      [now - 300, 39],
      [now - 240, 38.04],
      [now - 180, 38.06],
      [now - 60, 38.5],
    ],
    // A zero is no reading, and ends nothing.
    resp_rate: [
      [now - 300, 16],
      [now - 240, 26],
      [now - 180, 0],
      [now - 120, 27],
    ],
  });
  await writer.rollupsSettled();
  const sinceOf = async (who: { id: string }) => {
    const { content } = await ask({ tenantId: dense.id });
    const reasons = content.find((row) => row.user_id === who.id)?.attention ?? [];
    return Object.fromEntries(reasons.flatMap((reason) => (reason.kind === 'limit' ? [[reason.metric, now - reason.since]] : [])));
  };

  it('is told however many readings there were, as far as two days back', async () => {
    expect(await sinceOf(long)).toEqual({ spo2: 30 * hour });
    expect(await sinceOf(longer)).toEqual({ heart_rate: 48 * hour });
  });

  it('goes by readings that count, as they are read', async () => {
    expect(await sinceOf(edges)).toEqual({ spo2: 180, body_temp: 180, resp_rate: 240 });
  });
});

it('of a public data set no band is missed', async () => {
  const other = await harness.createTenant();
  const [imported, never] = await Promise.all(
    ['Moss', 'Nash'].map((familyName) => harness.createUser(other, { familyName, timeZone: 'UTC', onboardedAt: new Date('2026-01-01') })),
  );
  await harness.asOwner("update vigil.users set data_origin = 'public-dataset' where id = $1", [imported?.id]);
  const { content } = await ask({ tenantId: other.id });
  expect(content.map((row) => [row.user_id, row.attention.length])).toEqual([
    [never?.id, 1],
    [imported?.id, 0],
  ]);
});
