import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { baselineDays, type DayMean, longestRunDays, watchedMetrics } from '@vigil/domain/attention/baseline-change';
import { limitedMetrics } from '@vigil/domain/attention/limits';
import { type AttentionReason, attentionReasons, urgencyOf } from '@vigil/domain/attention/reasons';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { type MemberFacts, readAttentionFacts } from '../queries/attention-facts.ts';
import { type ListedMember, listedMembers, listMembersPage, type MembersQuestion } from '../queries/list-members.ts';
import { sinceBeyond } from './since-beyond.ts';

export interface MemberListDeps {
  readonly database: Database;
  readonly ticks: Pick<TicksReads, 'recentDays' | 'newestReadings'>;
  readonly clock: Clock;
}

export interface MemberListPage {
  readonly content: MemberRow[];
  readonly totalElements: number;
}

type Days = ReadonlyMap<string, ReadonlyMap<string, readonly DayMean[]>>;

const daySeconds = 86_400;
/** Daily means told with a row. */
const recentDays = 14;
const metricsOfDays = [...new Set<string>([...watchedMetrics, ...limitedMetrics])];

/** The days of a whole tenant change by the day: a list that many people look at asks for them once a minute. */
const daysHoldMs = 60_000;
const mostTenants = 20;

/** Pages of members, each with the reasons to look at them; in the order asked for, or the most urgent first. */
export function createMemberList({ database, ticks, clock }: MemberListDeps): (question: MembersQuestion) => Promise<MemberListPage> {
  const daysOfTenant = new LRUCache<string, Days>({
    max: mostTenants,
    ttl: daysHoldMs,
    perf: { now: () => clock.now() },
    fetchMethod: (tenantId) => readDays(tenantId, 'tenant'),
  });

  function readDays(tenantId: string, userIds: 'tenant' | readonly string[]): Promise<Days> {
    const fromDay = Math.floor(clock.now() / 1000 / daySeconds) - baselineDays - longestRunDays - 2;
    return ticks.recentDays({ tenantId, userIds, metrics: metricsOfDays, fromDay });
  }

  async function byUrgency(question: MembersQuestion): Promise<MemberListPage> {
    const { tenantId, scope, page, size, sortOrder } = question;
    const [facts, days] = await Promise.all([
      readAttentionFacts(database, question),
      scope === 'tenant' ? daysOfTenant.fetch(tenantId) : readDays(tenantId, scope),
    ]);
    const now = clock.now() / 1000;
    const ranked = facts.map((member) => {
      const reasons = reasonsOf(member, days?.get(member.userId), now);
      return { member, reasons, urgency: urgencyOf(reasons) };
    });
    // The order by name stays among equals, and whoever needs nobody comes last in either order.
    const sign = sortOrder === 'DESC' ? -1 : 1;
    ranked.sort((a, b) => Number(a.urgency === 0) - Number(b.urgency === 0) || sign * (a.urgency - b.urgency));
    const shown = ranked.slice(page * size, (page + 1) * size);
    const rows = await listedMembers(
      database,
      question,
      shown.map(({ member }) => member.userId),
    );
    const reasons = new Map(shown.map((one) => [one.member.userId, one]));
    return { content: await withReasons(tenantId, rows, reasons, days), totalElements: facts.length };
  }

  async function inOrder(question: MembersQuestion, sortingField: Exclude<MembersQuestion['sortingField'], 'attention'>) {
    const { tenantId } = question;
    const now = clock.now() / 1000;
    const { content, totalElements } = await listMembersPage(database, { ...question, sortingField }, now);
    const userIds = content.map((row) => row.user_id);
    if (userIds.length === 0) return { content: [], totalElements };
    const [facts, days] = await Promise.all([readAttentionFacts(database, { tenantId, scope: userIds }), readDays(tenantId, userIds)]);
    const reasons = new Map(facts.map((member) => [member.userId, { member, reasons: reasonsOf(member, days.get(member.userId), now) }]));
    return { content: await withReasons(tenantId, content, reasons, days), totalElements };
  }

  async function withReasons(
    tenantId: string,
    rows: readonly ListedMember[],
    found: ReadonlyMap<string, { readonly member: MemberFacts; readonly reasons: readonly AttentionReason[] }>,
    days: Days | undefined,
  ): Promise<MemberRow[]> {
    const nowMs = clock.now();
    const since = await sinceBeyond(
      ticks,
      tenantId,
      rows.map((row) => ({ userId: row.user_id, reasons: found.get(row.user_id)?.reasons ?? [] })),
      nowMs,
    );
    return rows.map((row) => {
      const one = found.get(row.user_id);
      const attention = (one?.reasons ?? []).map((reason) =>
        reason.kind === 'limit' ? { ...reason, ...(since.get(`${row.user_id}/${reason.metric}`) ?? { orBefore: true as const }) } : reason,
      );
      const [first] = attention;
      const metric = first && first.kind !== 'gap' ? first.metric : undefined;
      const means =
        metric && one ? lastDays(days?.get(row.user_id)?.get(metric) ?? [], calendarDay(nowMs / 1000, one.member.timeZone)) : null;
      return { ...row, attention, recent: means };
    });
  }

  return (question) => (question.sortingField === 'attention' ? byUrgency(question) : inOrder(question, question.sortingField));
}

function reasonsOf(member: MemberFacts, days: ReadonlyMap<string, readonly DayMean[]> | undefined, now: number) {
  if (member.status === 'DISCHARGED') return [];
  const { timeZone } = member;
  return attentionReasons({
    ...member,
    now,
    bandExpected: member.status === 'ACTIVE',
    days: days ?? new Map(),
    today: calendarDay(now, timeZone),
    startOfDay: (day) => startOfCalendarDay(day, timeZone),
  });
}

function lastDays(days: readonly DayMean[], today: number): (number | null)[] {
  const means = new Map(days.map(({ day, mean }) => [day, mean]));
  return Array.from({ length: recentDays }, (_, index) => means.get(today - recentDays + 1 + index) ?? null);
}
