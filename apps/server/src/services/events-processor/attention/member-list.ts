import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { findOutOfRange, type MemberLimits } from '@vigil/domain/alerts/out-of-range';
import { type DayMean, watchedMetrics } from '@vigil/domain/attention/baseline-change';
import { type AttentionReason, attentionReasons, changeReasons, urgencyOf } from '@vigil/domain/attention/reasons';
import { factsAsked } from '@vigil/domain/cohorts/conditions';
import { readMeasureFilter } from '@vigil/domain/facts/measure-filter';
import { isMetricId } from '@vigil/domain/metrics/catalogue';
import { isJudged } from '@vigil/domain/status/account-status';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { type MemberFacts, readAttentionFacts } from '../queries/attention-facts.ts';
import { hasMoreMembers, listedMembers, listMemberIds, listMembersPage } from '../queries/list-members.ts';
import type { ListedMember } from '../queries/member-rows.ts';
import { isAboutEverybody, type MembersQuestion, type WhichMembers } from '../queries/which-members.ts';
import { isOfSleep } from '../sleep-measures/measures-of-sleep.ts';
import type { SleepMeasures } from '../sleep-measures/sleep-measures.ts';
import { createTenantChanges, firstDayOfChanges } from './changes.ts';
import type { ReadLimits, TenantLimits } from './limits.ts';
import { type Since, sinceBeyond } from './since-beyond.ts';
import { byUrgency, createTenantRanking, type Judge, type Ranked } from './tenant-ranking.ts';
import { failingOnOutages, type TrendQuestions, toleratingOutages } from './trend-questions.ts';

export interface MemberListDeps {
  readonly database: Database;
  readonly ticks: Pick<TicksReads, 'recentDays' | 'runsBeyond'>;
  readonly clock: Clock;
  readonly limits: ReadLimits;
  readonly sleepMeasures: Pick<SleepMeasures, 'follow'>;
}

export interface MemberListPage {
  readonly content: MemberRow[];
  readonly totalElements: number;
  /** The ticks store was away: changes against the own days are unknown, also to the order, and there are no recent means. */
  readonly isWithoutTrends: boolean;
}

/** Which members, in what order, and what of them: a list without its pages. */
export type WholeQuestion = Omit<MembersQuestion, 'page' | 'size'>;

export interface MemberList {
  /**
   * A page of members, each with the reasons to look at them; in the order asked for, or the most urgent first. Also while the ticks store is
   * away, with what is known without it.
   */
  page(question: MembersQuestion): Promise<MemberListPage>;
  /** Ids of all of them in that order, at most so many. Their `rows` are asked for afterwards. Both fail while the ticks store is away. */
  ids(question: WholeQuestion, most: number): Promise<readonly string[]>;
  /** These rows with their values marked where they are out of range. */
  marked(tenantId: string, rows: readonly MemberRow[]): Promise<MemberRow[]>;
  /** The rows of these members; without `reasons` nothing is read of the ticks, and nobody has any. */
  rows(
    question: Pick<MembersQuestion, 'tenantId' | 'facts'>,
    userIds: readonly string[],
    how: { readonly reasons: boolean },
  ): Promise<MemberRow[]>;
}

type Days = ReadonlyMap<string, ReadonlyMap<string, readonly DayMean[]>>;

/** Daily means told with a row. */
const recentDays = 14;

/** So many members are judged for each page; beyond that the order may be half a minute old. */
const mostJudged = 5_000;

export function createMemberList(deps: MemberListDeps, judgedAtMost = mostJudged): MemberList {
  const { database, ticks, clock, limits, sleepMeasures } = deps;
  const changesOf = createTenantChanges(database, ticks, clock);

  /** Judges members by the rules of this moment. */
  async function judgeOf(tenantId: string): Promise<Judge> {
    const ofTenant = await limits(tenantId);
    return async (which, changes) => {
      const { facts, limitsOf } = await factsOf(tenantId, which, ofTenant);
      const now = clock.now() / 1000;
      return facts.map((member) => ({
        userId: member.userId,
        urgency: urgencyOf(reasonsOf(member, changes.get(member.userId) ?? [], limitsOf(member.userId), now)),
      }));
    };
  }

  async function factsOf(tenantId: string, which: WhichMembers, { metrics, of }: TenantLimits) {
    const facts = await readAttentionFacts(database, { ...which, tenantId }, metrics, clock.now() / 1000);
    return { facts, limitsOf: await of(facts.map(({ userId }) => userId)) };
  }

  const rankingOf = createTenantRanking({ database, clock, changesOf, judgeOf });

  /** Those whom the question is about, by name, with their urgency now. */
  async function judgedNow(question: WholeQuestion, trends: TrendQuestions): Promise<Ranked[]> {
    const { tenantId } = question;
    const [judge, changes] = await Promise.all([judgeOf(tenantId), trends.ask(() => changesOf(tenantId))]);
    return judge(question, changes ?? new Map());
  }

  /** The same of a tenant that is too large for that, the most urgent first; whoever came since the ranking was made is last. */
  async function judgedBefore(question: WholeQuestion, trends: TrendQuestions): Promise<readonly Ranked[]> {
    const { all, outage } = await rankingOf(question.tenantId);
    if (outage) trends.missed(outage);
    if (isAboutEverybody(question)) return all;
    const matching = new Set(await listMemberIds(database, byLastName(question), Number.MAX_SAFE_INTEGER, clock.now() / 1000));
    const known = all.filter(({ userId }) => matching.delete(userId));
    return [...known, ...[...matching].map((userId) => ({ userId, urgency: 0 }))];
  }

  /** Ids of whoever needs somebody, the most urgent first or last; then the others, by name. */
  async function ranked(question: WholeQuestion, trends: TrendQuestions): Promise<string[]> {
    const { tenantId, scope, sortOrder } = question;
    const isLarge = scope === 'tenant' ? await hasMoreMembers(database, tenantId, judgedAtMost) : scope.length > judgedAtMost;
    const judged = await (isLarge ? judgedBefore(question, trends) : judgedNow(question, trends));
    return (isLarge && sortOrder === 'DESC' ? judged : byUrgency(judged, sortOrder)).map(({ userId }) => userId);
  }

  async function pageByUrgency(question: MembersQuestion): Promise<MemberListPage> {
    const { tenantId, page, size } = question;
    const trends = toleratingOutages();
    const members = await ranked(question, trends);
    const rows = await listedMembers(database, question, members.slice(page * size, (page + 1) * size), clock.now() / 1000);
    const content = await withReasons(tenantId, rows, trends);
    return { content, totalElements: members.length, isWithoutTrends: trends.isIncomplete() };
  }

  async function inOrder(question: MembersQuestion): Promise<MemberListPage> {
    const trends = toleratingOutages();
    const { content, totalElements } = await listMembersPage(database, question, clock.now() / 1000);
    const rows = await withReasons(question.tenantId, content, trends);
    return { content: rows, totalElements, isWithoutTrends: trends.isIncomplete() };
  }

  /** The reasons of the rows shown are worked out anew, from the values beside them; what goes by days follows their rollups, seconds later. */
  async function withReasons(tenantId: string, rows: readonly ListedMember[], trends: TrendQuestions): Promise<MemberRow[]> {
    if (rows.length === 0) return [];
    const nowMs = clock.now();
    const userIds = rows.map((row) => row.user_id);
    const ofTenant = await limits(tenantId);
    const { facts, limitsOf } = await factsOf(tenantId, { scope: userIds }, ofTenant);
    const metrics = [...new Set<string>([...watchedMetrics, ...ofTenant.metrics])];
    const known = await trends.ask(() => ticks.recentDays({ tenantId, userIds, fromDay: firstDayOfChanges(nowMs), metrics }));
    const days: Days = known ?? new Map();
    const found = facts.map((member) => {
      const changes = changeReasons(days.get(member.userId) ?? new Map(), nowMs / 1000, member.timeZone);
      const ofMember = limitsOf(member.userId);
      return { userId: member.userId, member, ofMember, reasons: reasonsOf(member, changes, ofMember, nowMs / 1000) };
    });
    const since = (await trends.ask(() => sinceBeyond(ticks, tenantId, found, nowMs))) ?? new Map<string, Since>();
    const byId = new Map(found.map((one) => [one.userId, one]));
    return rows.map((row) => {
      const one = byId.get(row.user_id);
      const attention = (one?.reasons ?? []).map((reason) =>
        reason.kind === 'limit' && reason.limit !== null
          ? { ...reason, ...(since.get(`${row.user_id}/${reason.metric}`) ?? { orBefore: true as const }) }
          : reason,
      );
      const [first] = attention;
      const metric = first && first.kind !== 'gap' ? first.metric : undefined;
      const means =
        metric && one && known ? lastDays(known.get(row.user_id)?.get(metric) ?? [], calendarDay(nowMs / 1000, one.member.timeZone)) : null;
      const latest = one ? markedValues(row.latest, one.member, one.ofMember, nowMs / 1000) : row.latest;
      return { ...row, latest, attention, recent: means };
    });
  }

  return {
    async page(question) {
      if (namesSleep(question)) await sleepMeasures.follow(question.tenantId);
      return question.sortingField === 'attention' ? pageByUrgency(question) : inOrder(question);
    },
    async ids(question, most) {
      if (namesSleep(question)) await sleepMeasures.follow(question.tenantId);
      if (question.sortingField !== 'attention') return listMemberIds(database, question, most, clock.now() / 1000);
      return (await ranked(question, failingOnOutages)).slice(0, most);
    },
    async marked(tenantId, rows) {
      const { facts, limitsOf } = await factsOf(tenantId, { scope: rows.map(({ user_id }) => user_id) }, await limits(tenantId));
      const byId = new Map(facts.map((member) => [member.userId, member]));
      const now = clock.now() / 1000;
      return rows.map((row) => {
        const member = byId.get(row.user_id);
        return member ? { ...row, latest: markedValues(row.latest, member, limitsOf(row.user_id), now) } : row;
      });
    },
    async rows(question, userIds, { reasons }) {
      const rows = await listedMembers(database, question, userIds, clock.now() / 1000);
      return reasons
        ? withReasons(question.tenantId, rows, failingOnOutages)
        : rows.map((row) => ({ ...row, attention: [], recent: null }));
    },
  };
}

const byLastName = (question: WholeQuestion) => ({ ...question, sortingField: 'lastName', sortOrder: 'ASC' }) as const;

function namesSleep({ facts, filters = [], conditions = [], sortingField }: WholeQuestion): boolean {
  const filtered = filters.flatMap((filter) => readMeasureFilter(filter)?.measure.id ?? []);
  return [...facts, sortingField, ...filtered, ...factsAsked(conditions)].some(isOfSleep);
}

function reasonsOf(member: MemberFacts, changes: readonly AttentionReason[], limits: MemberLimits, now: number) {
  if (!isJudged(member.status)) return [];
  return attentionReasons({ ...member, now, changes, limits, bandExpected: member.status === 'ACTIVE' && member.mayWearBand });
}

/** Marked by the readings that the reasons go by, so that the two say the same. */
function markedValues(shown: MemberRow['latest'], member: MemberFacts, limits: MemberLimits, now: number): MemberRow['latest'] {
  if (!isJudged(member.status)) return shown;
  const marked = Object.entries(shown).map(([metric, value]) => {
    const outOfRange = isMetricId(metric) ? findOutOfRange(metric, { ...member.latest, [metric]: value }, limits, now) : null;
    return [metric, { ...value, ...(outOfRange && { outOfRange }) }] as const;
  });
  return Object.fromEntries(marked);
}

function lastDays(days: readonly DayMean[], today: number): (number | null)[] {
  const means = new Map(days.map(({ day, mean }) => [day, mean]));
  return Array.from({ length: recentDays }, (_, index) => means.get(today - recentDays + 1 + index) ?? null);
}
