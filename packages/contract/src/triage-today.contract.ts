import { alarmStates } from '@vigil/domain/alerts/alarm';
import { chainSteps } from '@vigil/domain/alerts/chain';
import { severities } from '@vigil/domain/alerts/rule';
import { gapKinds } from '@vigil/domain/gaps/gaps';
import * as z from 'zod';
import { access } from './access.ts';
import { alsoFolded } from './alerts-alarms.contract.ts';
import { endpoint } from './endpoint.ts';
import { bandNow, outOfRange } from './events-processor-readings.ts';
import { actionCategoryIds, actionRoles, priorities } from './factuary-actions.values.ts';
import { id, pageNumber } from './shapes.ts';
import { reviewedRow } from './triage-today.forms.ts';
import { gapOrder, reviewable, rowsOfToday, todayLists, todayOrder, todayScopes } from './triage-today.values.ts';

/** Unix seconds. */
const time = z.number();
const person = z.object({ id, firstName: z.string(), lastName: z.string() });

/** Why somebody stands in the list: what the worst action or alarm says, as it was then and as it is now. */
export const todayReason = z
  .object({
    title: z.string(),
    /** Since when: the rule fired or the alarm was raised, whichever was first; or else the action was opened. */
    since: time,
    metric: z.string().nullable(),
    unit: z.string().nullable(),
    /** What the rule saw when it fired, which never changes. Null where no rule opened it. */
    fired: z
      .object({
        value: z.number(),
        /** Mean of the time that the rule compares with; null where there is none. */
        baseline: z.number().nullable(),
        at: time,
        /** Timeframe strings. */
        timeframe: z.string(),
        compared: z.string(),
      })
      .nullable(),
    /** The newest reading of the same metric, and which limit of the member's own it is beyond; null where the member has none. */
    latest: z.object({ value: z.number(), at: time, isStale: z.boolean(), outOfRange: outOfRange.nullable() }).nullable(),
  })
  .meta({ id: 'TodayReason' });

const alarm = z
  .object({
    id,
    title: z.string(),
    /** The open actions that it stands for. */
    action_ids: z.array(id),
    also: z.array(alsoFolded),
    state: z.enum(alarmStates),
    severity: z.enum(severities),
    /** How far up the chain of those who are asked, from 0. */
    level: z.number().int(),
    /** False: the data stopped, and nobody knows whether it still holds. */
    isJudged: z.boolean(),
    /** Who acknowledged or snoozed it. */
    by: person.nullable(),
    raisedAt: time,
    /** When it goes on by itself: of a snoozed one, until when. */
    dueAt: time.nullable(),
    /** What acknowledging names, so that nobody acknowledges what they have not seen. */
    version: z.number().int(),
    /** Whether the caller may acknowledge or snooze it: whoever may handle every action that it stands for. */
    may_answer: z.boolean(),
    /** Whom it has told since it was raised, the first first. `people`: some of them; `isWritten`: by e-mail or text message as well. */
    notified: z.array(
      z.object({ step: z.enum(chainSteps), at: time, count: z.number().int(), people: z.array(person), isWritten: z.boolean() }),
    ),
    /** Whom it tells next, and when, if nobody acknowledges it. */
    next: z.object({ step: z.enum(chainSteps), at: time }).nullable(),
  })
  .meta({ id: 'TodayAlarm' });

/** One member of Today. */
export const todayRow = z
  .object({
    user_id: id,
    user: z.object({
      firstName: z.string(),
      lastName: z.string(),
      birthday: z.iso.date().nullable(),
      sex: z.string().nullable(),
      mrn: z.string().nullable(),
      timezone: z.string(),
      onHold: z.boolean(),
    }),
    /** The worst of what is open; null where only data is missing. */
    severity: z.enum(severities).nullable(),
    reason: todayReason.nullable(),
    /** Values of the reason's metric in steps of equal length, the newest last; null where a step has none. */
    course: z
      .object({ values: z.array(z.number().nullable()), stepSeconds: z.number().int(), reference: z.number().nullable() })
      .nullable(),
    /** `course` is null because the store of readings is away, and not for want of readings. */
    isCourseUnavailable: z.boolean(),
    /** Who has it: of the worst action; null where it waits for whoever of the role takes it. */
    assignee: person.nullable(),
    assigneeRole: z.enum(actionRoles).nullable(),
    actions: z.array(
      z.object({
        action_id: id,
        title: z.string(),
        action_category: z.enum(actionCategoryIds),
        priority: z.enum(priorities),
        due_date: time.nullable(),
        /** Whether the caller may work on it and end it. */
        may_handle: z.boolean(),
      }),
    ),
    /** Those that ask for somebody, or were answered: the worst first. */
    alarms: z.array(alarm),
    isOverdue: z.boolean(),
    gaps: z.array(z.object({ kind: z.enum(gapKinds), metric: z.string().nullable(), since: time })),
    /** NEWS2 by the newest reading of each input, none older than a day: at least and at most. Null: nothing known, or not for the member. */
    news2: z.object({ low: z.number().int(), high: z.number().int(), known: z.number().int() }).nullable(),
    band: bandNow,
    /** When the newest vital sign was measured; null where there is none. */
    dataAt: time.nullable(),
    /** Who put it aside, and when it comes back at the latest. */
    review: z.object({ by: person.nullable(), at: time, lapsesAt: time, reason: z.string().nullable() }).nullable(),
    /** Whether the caller may put it aside, or why not. */
    reviewable: z.enum(reviewable),
    /** Names what the row says of actions, alarms and gaps: whoever puts it aside sends what they saw. */
    mark: z.string(),
  })
  .meta({ id: 'TodayRow' });
export type TodayRow = z.output<typeof todayRow>;

export const getToday = endpoint({
  id: 'triageToday.getToday',
  service: 'triage',
  method: 'GET',
  path: '/triage/api/v1/today',
  summary:
    'Who needs somebody, one row a member, in the order that the answer states: severity, escalation, overdue, NEWS2, change, age. Gaps in the data, in an order of their own, and what was put aside are lists of their own',
  access: access.clinicalStaffListMembers(),
  query: z
    .object({
      scope: z.enum(todayScopes).default('all'),
      /** With scope=cohort alone. */
      cohort: id.optional(),
      list: z.enum(todayLists).default('open'),
      /** Counted from 0. */
      page: pageNumber,
      per_page: z.coerce.number().int().min(1).max(rowsOfToday.most).default(rowsOfToday.usual),
    })
    .refine(({ scope, cohort }) => (scope === 'cohort') === (cohort !== undefined), {
      path: ['cohort'],
      message: 'Goes with scope=cohort, and that with a cohort',
    }),
  figures: {
    counts: ['totalElements', 'counts.open', 'counts.gaps', 'counts.reviewed', 'notEvaluated.members'],
    membersSeenBy: 'clinical staff',
  },
  response: z.object({
    content: z.array(todayRow),
    totalElements: z.number().int(),
    /** Rows of each list. */
    counts: z.object({ open: z.number().int(), gaps: z.number().int(), reviewed: z.number().int() }),
    /** What rows of the list are ordered by, the first that differs decides; ties by member id. */
    order: z.array(z.enum([...todayOrder, ...gapOrder])),
    page: z.number().int(),
    per_page: z.number().int(),
    asOf: time,
    /**
     * Right after the server has started, or the tenant has got its first rules: how many of the members have readings that no rule has
     * judged yet, and since when; without rules nobody is judged. The rows and their numbers are incomplete until this is null.
     */
    notEvaluated: z
      .object({
        members: z.number().int(),
        since: time.nullable(),
        because: z.enum(['restarted', 'first_rules', 'no_rules', 'being_set_up']),
      })
      .nullable(),
  }),
  errors: ['not_found', 'conflict'],
});

/** `raisedAt`: when it was raised last. */
const criticalAlarm = z
  .object({ alarm_id: id, user_id: id, firstName: z.string(), lastName: z.string(), title: z.string(), raisedAt: time })
  .meta({ id: 'CriticalAlarm' });
export type CriticalAlarm = z.output<typeof criticalAlarm>;

export const getCritical = endpoint({
  id: 'triageToday.getCritical',
  service: 'triage',
  method: 'GET',
  path: '/triage/api/v1/today/critical',
  summary:
    'Critical alerts that have told the caller, or are of members whose action the caller has, and that nobody has acknowledged; the newest first, of members whom the caller may see; at most 50',
  access: access.clinicalStaffListMembers(),
  response: z.array(criticalAlarm),
});

const path = '/triage/api/v1/today/{userId}/reviewed';
const params = z.object({ userId: id });

export const putAside = endpoint({
  id: 'triageToday.putAside',
  service: 'triage',
  method: 'POST',
  path,
  summary:
    'Put a row aside for the whole team, with a reason, until something is new or worse, or the day is over where the tenant is. 409 where the row has changed since it was read or a critical or high alert is not acknowledged; 409 about `reason`, which is not kept, where somebody else has put it aside, or the caller for another reason; 403 where others handle what is open. Sent again it is done once',
  access: access.writeAboutMember('userId'),
  params,
  body: reviewedRow,
  response: todayRow,
  errors: ['conflict'],
});

export const undoReview = endpoint({
  id: 'triageToday.undoReview',
  service: 'triage',
  method: 'DELETE',
  path,
  summary: 'Bring a row back that anybody has put aside. Sent again it stays where it is',
  access: access.writeAboutMember('userId'),
  params,
  response: todayRow,
});
