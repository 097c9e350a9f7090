import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { severities } from '@vigil/domain/alerts/rule';
import { gapKindsByMending, recentGapDays } from '@vigil/domain/today/gap-order';
import { compareToday } from '@vigil/domain/today/order';
import { describe, expect, test } from 'vitest';
import { type TestUser, useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { alertAbout, startTriage } from '../testing/triage-server.ts';
import { hasOnlyGaps, keysOf, type Standing } from './standing.ts';

const harness = await useHarness();
const startedMs = Date.now();
const { writer, call, staff, opened, alarm, gap, standing } = await startTriage(harness, { now: () => startedMs });
const now = Math.floor(startedMs / 1000);
const daySeconds = 86_400;

interface Page {
  readonly content: TodayRow[];
  readonly counts: { open: number; gaps: number; reviewed: number };
}

/** Every page of a list, one after the other; each as long as it may be. */
async function allPages(by: TestUser, list: 'open' | 'gaps' | 'reviewed'): Promise<TodayRow[]> {
  const size = 7;
  const rows: TodayRow[] = [];
  for (let page = 0; ; page += 1) {
    const { body } = await call<Page>('GET', `/triage/api/v1/today?list=${list}&per_page=${size}&page=${page}`, by);
    rows.push(...body.content);
    expect(body.content.length).toBe(Math.max(0, Math.min(size, body.counts[list] - page * size)));
    if (body.content.length < size) return rows;
  }
}
const idsOf = (rows: readonly { user_id: string }[]) => rows.map(({ user_id }) => user_id);

/** Numbers that look random and are the same in every run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(next() * most);
  return { below, of: <One>(all: readonly One[]) => all[below(all.length)] as One, happens: (share: number) => next() < share };
}
type Random = ReturnType<typeof randomFrom>;

/** Few values of each kind, so that many members are alike in all but the last. */
async function openSomething(member: TestUser, random: Random): Promise<void> {
  const actionIds: string[] = [];
  const hasOnlyHoles = random.happens(0.4);
  for (let left = random.below(4); left > 0; left -= 1)
    actionIds.push(
      await opened(member, {
        category: hasOnlyHoles ? 'DATA_GAP' : random.of(['BIOMETRICS', 'BIOMETRICS', 'SURVEY', 'DATA_GAP'] as const),
        priority: random.of(severities),
        ...(random.happens(0.5) && {
          alert: alertAbout('rhr', random.of([60, 70, 90]), random.of([null, 0, 70]), { triggered_at: now - random.below(3) * 600 }),
        }),
        ...(random.happens(0.5) && { dueAtMs: startedMs + random.of([-60_000, 60_000]), timeToLiveSeconds: daySeconds }),
      }),
    );
  for (let left = hasOnlyHoles ? 0 : random.below(3); left > 0; left -= 1)
    await alarm(member, {
      ...{ state: random.of(['raised', 'raised', 'acknowledged', 'snoozed', 'cleared', 'pending'] as const), level: random.below(3) },
      ...{ severity: random.of(severities), raisedAt: startedMs - random.below(3) * 600_000 },
      ...(actionIds.length > 0 && { actionIds: [random.of(actionIds)] }),
      ended: random.happens(0.3) ? [random.of([...actionIds, member.id])] : [],
    });
  if (random.happens(0.5))
    await gap(member, { kind: random.of(gapKindsByMending), since: now - random.of([1, 3, recentGapDays * 24 + 1, 90_000]) * 3_600 });
  if (random.happens(0.3)) await gap(member, { kind: 'source_lost', metric: 'spo2', since: now - random.below(5) * 3_600 });
  if (random.happens(0.6)) await writer.append(tickBatch(member, { spo2: [[now - 60, random.of([90, 93, 97])]] }));
}

async function clinic(seed: number) {
  const random = randomFrom(seed);
  const tenant = await harness.createTenant();
  const nurse = await staff(tenant, 'nurse');
  const members = await Promise.all(Array.from({ length: 50 }, () => harness.createUser(tenant)));
  for (const member of members) await openSomething(member, random);
  const left = await harness.createUser(tenant, { isInTheTenant: false });
  await opened(left, { priority: 'CRITICAL' });
  await writer.rollupsSettled();
  const [first, , third] = (await allPages(nurse, 'open')).filter(({ reviewable }) => reviewable === 'yes');
  const aside = [first, third, ...(await allPages(nurse, 'gaps')).filter(({ reviewable }) => reviewable === 'yes').slice(1, 3)].filter(
    (row) => row !== undefined,
  );
  for (const { user_id, mark } of aside)
    expect((await call('POST', `/triage/api/v1/today/${user_id}/reviewed`, nurse, { mark, reason: 'Being watched' })).status).toBe(200);
  return { nurse, asideIds: new Set(idsOf(aside)), all: [...(await standing(tenant.id)).values()] };
}

describe.each([1, 2, 3, 4])('whatever is open (%i)', async (seed) => {
  const { nurse, asideIds, all } = await clinic(seed);
  const here = all.filter(({ userId }) => !asideIds.has(userId));

  /** The order as the domain has it, over everything that is known of these members. */
  function inOrder(of: readonly Standing[], rows: readonly TodayRow[]): string[] {
    const low = new Map(rows.map((row) => [row.user_id, row.news2?.low ?? null]));
    return of
      .map((one) => keysOf(one, startedMs, low.get(one.userId) ?? null))
      .sort(compareToday)
      .map(({ userId }) => userId);
  }

  test('the pages of the open list are all who have an action or an alarm, in the order of the domain', async () => {
    const rows = await allPages(nurse, 'open');
    const open = here.filter((one) => !hasOnlyGaps(one));
    expect(open.length).toBeGreaterThan(15);
    expect(idsOf(rows)).toEqual(inOrder(open, rows));
  });

  test('those of what was put aside are in the same order', async () => {
    const rows = await allPages(nurse, 'reviewed');
    expect(new Set(idsOf(rows))).toEqual(asideIds);
    const whole = all.filter(({ userId }) => asideIds.has(userId));
    expect(idsOf(rows)).toEqual(inOrder(whole, rows));
  });

  test('those of the gaps are in theirs: overdue, asked for, of this week, mended soonest, newest', async () => {
    const rows = await allPages(nurse, 'gaps');
    const only = here.filter(hasOnlyGaps);
    expect(only.length).toBeGreaterThan(5);
    const keys = ({ userId, actions, gaps }: Standing) => {
      const [first] = gaps
        .map(({ kind, since }) => [Number(since <= now - recentGapDays * daySeconds), gapKindsByMending.indexOf(kind), -since] as const)
        .sort(compareNumbers);
      const isOverdue = actions.some(({ dueAt }) => dueAt !== null && dueAt < startedMs);
      return { userId, numbers: [Number(!isOverdue), Number(actions.length === 0), ...(first ?? [1, 99, 0])] };
    };
    const sorted = only.map(keys).sort((a, b) => compareNumbers(a.numbers, b.numbers) || (a.userId < b.userId ? -1 : 1));
    expect(idsOf(rows)).toEqual(sorted.map(({ userId }) => userId));
  });
});

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, index) => one !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

test('who has been silent for years is called after whoever was lost this morning', async () => {
  const tenant = await harness.createTenant();
  const nurse = await staff(tenant, 'nurse');
  const member = (familyName: string) => harness.createUser(tenant, { familyName });
  const [never, silent, off, low, asked] = [
    await member('Never'),
    await member('Silent'),
    await member('Off'),
    await member('Low'),
    await member('Asked'),
  ];
  await gap(never, { kind: 'never_synced', since: now - 3_650 * daySeconds });
  await gap(silent, { kind: 'not_syncing', since: now - 400 * daySeconds });
  await gap(off, { kind: 'band_off', since: now - 13 * 3_600 });
  await gap(low, { kind: 'battery_low', since: now - 20 * 3_600 });
  await gap(asked, { kind: 'stale', since: now - 30 * daySeconds });
  await opened(asked, { category: 'DATA_GAP', title: 'Ask about the band' });
  const { body } = await call<Page & { order: string[] }>('GET', '/triage/api/v1/today?list=gaps', nurse);
  expect(body.content.map(({ user }) => user.lastName)).toEqual(['Asked', 'Low', 'Off', 'Silent', 'Never']);
  expect(body.order).toEqual(['overdue', 'action', 'lately', 'mending', 'newest']);
});
