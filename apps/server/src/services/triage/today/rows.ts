import { createHash } from 'node:crypto';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import type { Alert } from '@vigil/contract/factuary-actions.contract';
import { mayHandle } from '@vigil/contract/factuary-actions.values';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { catalogue, type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import type { Seen } from '@vigil/domain/today/review';
import type { People } from '#people/index.ts';
import type { EventsProcessor } from '#services/events-processor/index.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import type { Notifications, StandingAlarm } from '../../alerts/index.ts';
import type { Actions, LiveAction } from '../../factuary/actions/index.ts';
import { type Course, type CourseAsked, readCoursesIfPossible } from './courses.ts';
import { handler, mayAnswer, reviewableBy } from './may.ts';
import { type News2Bounds, news2Metrics } from './news2-bounds.ts';
import type { ReviewRow } from './reviews.store.ts';
import { hasOnlyGaps, isOverdue, type Standing, seenOf, severityOf, sinceOf, worstAction } from './standing.ts';
import type { TodayViewer } from './viewer.ts';

export interface RowsDeps {
  readonly actions: Pick<Actions, 'byIds'>;
  readonly people: Pick<People, 'care'>;
  readonly members: Pick<EventsProcessor, 'membersNow'>;
  readonly ticks: Pick<TicksReads, 'recentDays' | 'recentHours'>;
  readonly notificationsOf: (tenantId: string, alarms: readonly StandingAlarm[]) => Promise<ReadonlyMap<string, Notifications>>;
}

/** A member of a page with what is known already. */
export interface RowAsked {
  readonly standing: Standing;
  readonly review: ReviewRow | undefined;
  readonly news2: News2Bounds | null;
}

type Names = ReadonlyMap<string, TodayRow['assignee']>;
type Reason = TodayRow['reason'];
type NotificationsByAlarm = ReadonlyMap<string, Notifications>;

/** So many of those who were told at a step are named. */
const mostNamed = 3;
const namedOf = ({ userIds }: Notifications['notified'][number]) => userIds.slice(0, mostNamed);

/** The rows of a page, in its order; whoever is no member any more is left out. */
export async function readRows(deps: RowsDeps, viewer: TodayViewer, asked: readonly RowAsked[], nowMs: number): Promise<TodayRow[]> {
  const { tenantId } = viewer;
  const alerts = await alertsOf(deps, tenantId, asked);
  const metrics = [...new Set([...news2Metrics, ...[...alerts.values()].flatMap(({ alert }) => metricOf(alert) ?? [])])];
  const userIds = asked.map(({ standing }) => standing.userId);
  const notifications = await deps.notificationsOf(
    tenantId,
    asked.flatMap(({ standing }) => standing.alarms),
  );
  const [members, names] = await Promise.all([
    deps.members.membersNow(tenantId, userIds, metrics),
    namesOf(deps.people, tenantId, asked, notifications),
  ]);
  const byId = new Map(members.map((row) => [row.user_id, row]));
  const courses = await readCoursesIfPossible(deps.ticks, tenantId, coursesAsked(asked, alerts, byId), nowMs / 1000);
  return asked.flatMap((one) => {
    const member = byId.get(one.standing.userId);
    const { userId } = one.standing;
    return member
      ? [
          rowOf(one, {
            viewer,
            member,
            names,
            notifications,
            alert: alerts.get(userId)?.alert ?? null,
            course: courses.get(userId) ?? null,
            nowMs,
          }),
        ]
      : [];
  });
}

/** What the rule of each member's worst action saw; of a follow-up, the rule of what it follows: whoever looks again needs the same reading. */
async function alertsOf({ actions }: RowsDeps, tenantId: string, asked: readonly RowAsked[]) {
  const read = async (ids: readonly string[]) => new Map((await actions.byIds(tenantId, [...new Set(ids)])).map((row) => [row.id, row]));
  const worst = await read(asked.flatMap(({ standing }) => worstAction(standing)?.id ?? []));
  const followed = await read([...worst.values()].flatMap(({ alert, parentId }) => (alert ? [] : (parentId ?? []))));
  return new Map(
    asked.flatMap(({ standing }) => {
      const action = worst.get(worstAction(standing)?.id ?? '');
      const alert = action?.alert ?? followed.get(action?.parentId ?? '')?.alert;
      return alert ? [[standing.userId, { alert }] as const] : [];
    }),
  );
}

async function namesOf(
  { care }: Pick<People, 'care'>,
  tenantId: string,
  asked: readonly RowAsked[],
  notifications: NotificationsByAlarm,
): Promise<Names> {
  const ids = asked.flatMap(({ standing, review }) => [
    worstAction(standing)?.assigneeId ?? [],
    standing.alarms.flatMap(({ by }) => by ?? []),
    review?.byId ?? [],
    standing.alarms.flatMap(({ id }) => notifications.get(id)?.notified.flatMap(namedOf) ?? []),
  ]);
  const people = await care.named(tenantId, [...new Set(ids.flat())]);
  return new Map(people.map(({ id, givenName, familyName }) => [id, { id, firstName: givenName, lastName: familyName }]));
}

function coursesAsked(
  asked: readonly RowAsked[],
  alerts: ReadonlyMap<string, { readonly alert: Alert }>,
  members: ReadonlyMap<string, MemberRow>,
): CourseAsked[] {
  return asked.flatMap(({ standing: { userId } }) => {
    const alert = alerts.get(userId)?.alert;
    const metric = metricOf(alert);
    const timeZone = members.get(userId)?.data.timezone;
    return alert && metric && timeZone ? [{ userId, metric, timeframe: alert.timeframe, timeZone }] : [];
  });
}

/** The metric that a rule fired about, where it is one of ours. */
function metricOf(alert: Alert | null | undefined): MetricId | undefined {
  const named = alert?.triggered_values[0]?.metric ?? alert?.evidence[0]?.metric;
  return metricIds.find((id) => id === named);
}

interface RowParts {
  readonly viewer: TodayViewer;
  readonly member: MemberRow;
  readonly names: Names;
  readonly notifications: NotificationsByAlarm;
  readonly alert: Alert | null;
  readonly course: Course | 'unavailable' | null;
  readonly nowMs: number;
}

function rowOf({ standing, review, news2 }: RowAsked, { viewer, member, names, notifications, alert, course, nowMs }: RowParts): TodayRow {
  const { data, latest, band } = member;
  const worst = worstAction(standing);
  const viewerRoles = handler(viewer);
  const vitals = news2Metrics.flatMap((metric) => latest[metric]?.timestamp ?? []);
  return {
    user_id: standing.userId,
    user: {
      ...{ firstName: data.firstName, lastName: data.lastName, birthday: data.birthday, sex: data.sex, mrn: data.mrn },
      ...{ timezone: data.timezone, onHold: member.on_hold },
    },
    severity: severityOf(standing),
    reason: reasonOf(standing, worst, alert, latest, nowMs),
    course: course === 'unavailable' ? null : courseOf(course, alert),
    isCourseUnavailable: course === 'unavailable',
    assignee: names.get(worst?.assigneeId ?? '') ?? null,
    assigneeRole: worst?.assigneeRole ?? null,
    actions: standing.actions.map((action) => ({
      ...{ action_id: action.id, title: action.title, action_category: action.category, priority: action.priority },
      due_date: action.dueAt === null ? null : action.dueAt / 1000,
      may_handle: mayHandle(action, viewerRoles),
    })),
    alarms: standing.alarms.map((alarm) => ({
      ...{
        id: alarm.id,
        title: alarm.title,
        action_ids: [...alarm.actionIds],
        also: [...alarm.also],
        state: alarm.state,
        severity: alarm.severity,
        level: alarm.level,
        isJudged: alarm.isJudged,
        version: alarm.version,
        may_answer: mayAnswer(viewer, standing, alarm),
      },
      ...toldOf(notifications.get(alarm.id), names),
      by: names.get(alarm.by ?? '') ?? null,
      raisedAt: alarm.raisedAt / 1000,
      dueAt: alarm.dueAt === null ? null : alarm.dueAt / 1000,
    })),
    isOverdue: isOverdue(standing, nowMs),
    gaps: standing.gaps.map(({ kind, metric, since }) => ({ kind, metric: metric ?? null, since })),
    news2,
    band,
    dataAt: vitals.length === 0 ? null : Math.max(...vitals),
    review: review
      ? { by: names.get(review.byId) ?? null, at: review.at / 1000, lapsesAt: review.lapsesAt / 1000, reason: review.reason }
      : null,
    reviewable: reviewableBy(viewer, standing),
    mark: markOf(seenOf(standing)),
  };
}

const courseOf = (course: Course | null, alert: Alert | null): TodayRow['course'] =>
  course?.values.some((value) => value !== null) ? { ...course, values: [...course.values], reference: baselineOf(alert) } : null;

/** Whom an alarm has told and tells next, in seconds. */
function toldOf(of: Notifications | undefined, names: Names): Pick<TodayRow['alarms'][number], 'notified' | 'next'> {
  return {
    notified: (of?.notified ?? []).map((one) => ({
      ...{ step: one.step, at: one.at / 1000, count: one.userIds.length, isWritten: one.isWritten },
      people: namedOf(one).flatMap((id) => names.get(id) ?? []),
    })),
    next: of?.next ? { step: of.next.step, at: of.next.at / 1000 } : null,
  };
}

function reasonOf(
  standing: Standing,
  worst: LiveAction | undefined,
  alert: Alert | null,
  latest: MemberRow['latest'],
  nowMs: number,
): Reason {
  const alarm = standing.alarms.find(({ actionIds }) => !worst || actionIds.includes(worst.id));
  const title = worst?.title ?? alarm?.title;
  if (title === undefined || (hasOnlyGaps(standing) && !worst)) return null;
  const metric = metricOf(alert);
  const [seen] = alert?.triggered_values ?? [];
  const newest = metric && latest[metric];
  return {
    title,
    since: sinceOf(standing, worst, nowMs),
    metric: metric ?? null,
    unit: metric ? catalogue[metric].unit : (seen?.unit ?? null),
    fired:
      alert && seen
        ? {
            ...{ value: seen.value, baseline: baselineOf(alert), at: alert.triggered_at },
            ...{ timeframe: alert.timeframe, compared: alert.baseline },
          }
        : null,
    latest:
      metric && newest
        ? {
            ...{ value: newest.value, at: newest.timestamp, outOfRange: newest.outOfRange ?? null },
            isStale: nowMs / 1000 - newest.timestamp > catalogue[metric].staleAfterSeconds,
          }
        : null,
  };
}

const baselineOf = (alert: Alert | null): number | null =>
  alert?.evidence.find(({ order }) => order === 'primary')?.timeframe_baseline ?? null;

/** The same for whoever sees the same. */
export const markOf = (seen: Seen): string => createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 22);
