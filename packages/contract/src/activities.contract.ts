import { adviceIds } from '@vigil/domain/activities/concern';
import { typedMetrics } from '@vigil/domain/activities/measures';
import { roles } from '@vigil/domain/roles';
import * as z from 'zod';
import { access } from './access.ts';
import { newActivity, takeActivityBack, typedValues } from './activities.forms.ts';
import {
  activitiesOfAnswer,
  activityStatuses,
  activityTypes,
  dayParts,
  mealTypes,
  medicationFrequencies,
  notifiedStates,
} from './activities.values.ts';
import { endpoint } from './endpoint.ts';
import { commaList, id, metricId, timeZone } from './shapes.ts';

const member = z.object({ userId: id });

/** A calendar day as MM-dd-yyyy; read as yyyy-MM-dd. */
export const activityDate = z
  .string()
  .regex(/^[0-9]{2}-[0-9]{2}-[0-9]{4}$/, 'A day is written MM-dd-yyyy, as 11-22-2026')
  .transform((given) => `${given.slice(6)}-${given.slice(0, 5)}`)
  .pipe(z.iso.date('There is no such day. A day is written MM-dd-yyyy'));

/** Milliseconds since 1970. */
const milliseconds = z.number().int();
const nullableText = z.string().nullable();
const when = z.object({ dayPart: z.enum(dayParts).nullable(), /** HH:mm, 24 hours. */ time: nullableText }).nullable();

/** Who did it: the member, or somebody of the care team. Names and roles are those of now. */
const doneBy = z.object({ id, firstName: z.string(), lastName: z.string(), role: z.enum(roles) });

export const activity = z
  .object({
    id,
    status: z.enum(activityStatuses),
    contentType: z.string(),
    activityType: z.enum(activityTypes),
    /** The day that it belongs to, and the last day that it reaches over: MM-dd-yyyy. */
    from: z.string(),
    to: z.string(),
    /** When: Unix seconds. The day and the time of day are those of `tz`. */
    timestamp: z.number(),
    tz: z.string(),
    title: nullableText,
    subtitle: nullableText,
    description: nullableText,
    schedule: z.object({ frequency: z.enum(medicationFrequencies).nullable() }).nullable(),
    when,
    activityDetails: z.object({
      /** Kilograms. */
      weight: z.number().optional(),
      /** mmHg. */
      systolic: z.number().optional(),
      diastolic: z.number().optional(),
      /** mg/dL. */
      glucose: z.number().optional(),
      imageUrl: z.string().optional(),
      mealType: z.enum(mealTypes).optional(),
      durationMinutes: z.number().optional(),
    }),
    activities: z.array(
      z.object({ title: nullableText, description: nullableText, when, activityDetails: z.object({ imageUrl: z.string().optional() }) }),
    ),
    loggedBy: doneBy,
    loggedAt: milliseconds,
    /** Set where it was taken back; then it counts nowhere, and stays on record. */
    takenBack: z.object({ by: doneBy, at: milliseconds, reason: nullableText }).nullable(),
  })
  .meta({ id: 'Activity' });
export type Activity = z.output<typeof activity>;

/** A value that somebody should do something about, and which advice fits. What the limit is stays with the care team. */
const concern = z
  .object({ metric: z.enum(typedMetrics), side: z.enum(['high', 'low']), advice: z.enum(adviceIds) })
  .meta({ id: 'Concern' });

const concerns = z.array(concern);

export const listActivities = endpoint({
  id: 'activities.listActivities',
  service: 'activities',
  method: 'GET',
  path: '/activities/api/v1/activities/{userId}',
  summary:
    'What a member did and measured by hand on the days `from` to `to` (MM-dd-yyyy, both included; without them all), the last first',
  access: access.readMember('userId'),
  params: member,
  query: z.object({
    from: activityDate.optional(),
    to: activityDate.optional(),
    activityTypes: commaList(z.enum(activityTypes)).optional(),
    size: z.coerce.number().int().min(1).max(activitiesOfAnswer.most).default(activitiesOfAnswer.usual),
    /** With `true` those that were taken back stand in the list as well. */
    takenBack: z.enum(['true', 'false']).default('false'),
  }),
  response: z.array(activity),
});

/** What was typed in for one moment and logged as no activity: sent by another system, or imported. Who typed it in is not on record. */
export const readingByHand = z
  .object({
    /** When it was measured: Unix seconds. */
    timestamp: z.number(),
    receivedAt: milliseconds,
    /** In the units that the metrics are kept in. */
    values: z.array(z.object({ metric: metricId, value: z.number() })),
  })
  .meta({ id: 'ReadingByHand' });
export type ReadingByHand = z.output<typeof readingByHand>;

export const listReadingsByHand = endpoint({
  id: 'activities.listReadingsByHand',
  service: 'activities',
  method: 'GET',
  path: '/activities/api/v1/activities/{userId}/readings-by-hand',
  summary:
    'Readings of a member that were typed in by hand elsewhere on the days `from` to `to` (MM-dd-yyyy, both included), the last first. The readings of activities are not among them',
  access: access.readMember('userId'),
  params: member,
  query: z.object({
    from: activityDate,
    to: activityDate,
    size: z.coerce.number().int().min(1).max(activitiesOfAnswer.usual).default(activitiesOfAnswer.usual),
  }),
  response: z.object({ content: z.array(readingByHand), complete: z.boolean() }),
  errors: ['ticks_unavailable'],
});

export const postActivity = endpoint({
  id: 'activities.postActivity',
  service: 'activities',
  method: 'POST',
  path: '/activities/api/v1/activities/{userId}/activities',
  summary:
    'Log what a member did or measured on the day `from` (MM-dd-yyyy; today without it) of the zone `tz`. A measured value becomes a manual reading. Sent again with the same id it is stored once. `concerns` says which of its values call for something to be done, the most urgent first',
  access: access.logForMember('userId'),
  params: member,
  query: z.object({
    from: activityDate.optional(),
    /** The last day, where it reaches over several. */
    to: activityDate.optional(),
    /** Without it the member’s own. */
    tz: timeZone.optional(),
  }),
  body: newActivity,
  response: activity.extend({ concerns }).meta({ id: 'LoggedActivity' }),
  errors: ['conflict', 'ticks_unavailable', 'storage_full', 'too_many_requests'],
});

export const checkValues = endpoint({
  id: 'activities.checkValues',
  service: 'activities',
  method: 'POST',
  path: '/activities/api/v1/activities/{userId}/check',
  summary:
    'Which of some values lie beyond a published danger level or a HIGH or CRITICAL limit of the member’s own, to be asked about before they are logged. Nothing is stored',
  access: access.logForMember('userId'),
  params: member,
  body: typedValues,
  response: z.object({ concerns }),
});

export const getActivityAdvice = endpoint({
  id: 'activities.getActivityAdvice',
  service: 'activities',
  method: 'GET',
  path: '/activities/api/v1/activities/{userId}/activities/{activityId}/advice',
  summary: 'What a logged value calls for, and who was notified of it: asked again while `notified.state` is `pending`',
  access: access.logForMember('userId'),
  params: member.extend({ activityId: id }),
  response: z
    .object({
      concerns,
      notified: z.object({
        state: z.enum(notifiedStates),
        /** When somebody was notified; null where nobody was. */
        at: milliseconds.nullable(),
      }),
    })
    .meta({ id: 'ActivityAdvice' }),
  errors: ['not_found'],
});

export const takeBackActivity = endpoint({
  id: 'activities.takeBackActivity',
  service: 'activities',
  method: 'POST',
  path: '/activities/api/v1/activities/{userId}/activities/{activityId}/taken-back',
  summary: 'Take back what was logged in error: it leaves lists, and its value charts and facts. It stays on record',
  access: access.logForMember('userId'),
  params: member.extend({ activityId: id }),
  body: takeActivityBack,
  response: activity,
  errors: ['ticks_unavailable', 'storage_full', 'too_many_requests'],
});
