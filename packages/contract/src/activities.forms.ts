import { isPressure } from '@vigil/domain/activities/measures';
import { timeOfDay24 } from '@vigil/domain/activities/time-of-day';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import * as z from 'zod/mini';
import {
  type ActivityType,
  activityStatuses,
  activityTypes,
  dayParts,
  longestActivityTakeBackReason,
  longestActivityText,
  longestActivityTitle,
  longestWorkoutMinutes,
  mealNames,
  medicationFrequencies,
  mostActivityParts,
} from './activities.values.ts';
import { typed } from './readable-text.forms.ts';

const title = z.optional(z.nullable(typed(1, longestActivityTitle)));
const text = z.optional(z.nullable(typed(1, longestActivityText)));

const reading = (metric: MetricId) => {
  const { unit, plausible } = catalogue[metric];
  const [low, high] = plausible;
  const error = `Has to be from ${low} to ${high} ${unit}`;
  return z.optional(z.nullable(z.number().check(z.minimum(low, { error }), z.maximum(high, { error }))));
};

/** Path of a photo that was uploaded for this member. */
const photo = z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(300))));

/** When in the day; without a time its part says it, and without either the moment at which it is sent. */
const when = z.optional(
  z.nullable(
    z.object({
      dayPart: z.optional(z.nullable(z.enum(dayParts))),
      /** "19:05" or "7:05 pm". */
      time: z.optional(
        z.nullable(
          z.string().check(
            z.maxLength(20),
            z.refine((given) => timeOfDay24(given) !== null, 'Not a time of day, as 19:05 or 7:05 pm is'),
          ),
        ),
      ),
    }),
  ),
);

const details = z.object({
  /** Kilograms. */
  weight: reading('weight'),
  /** mmHg. */
  systolic: reading('systolic'),
  diastolic: reading('diastolic'),
  /** mg/dL. */
  glucose: reading('glucose'),
  imageUrl: photo,
  /** Which meal; desserts, beverages and jackets are kept as snacks. */
  mealType: z.optional(z.nullable(z.enum(mealNames))),
  durationMinutes: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(longestWorkoutMinutes)))),
});

/** What each type cannot do without: a value, or a name. */
const needed: Readonly<Record<ActivityType, readonly (keyof z.output<typeof details> | 'title')[]>> = {
  LOGGING_WEIGHT: ['weight'],
  LOGGING_BLOOD_PRESSURE: ['systolic', 'diastolic'],
  LOGGING_GLUCOSE: ['glucose'],
  LOGGING_MEDICATION: ['title'],
  LOGGING_FOOD: [],
  MOVE: ['title'],
};

const fields = z.object({
  /** Made by whoever sends it, so that sending it again stores nothing more; without it a new one each time. */
  id: z.optional(z.uuid().check(z.toLowerCase())),
  activityType: z.enum(activityTypes),
  /** Whatever was measured is DONE. */
  status: z.optional(z.enum(activityStatuses)),
  contentType: z.optional(z.nullable(typed(1, 50))),
  title,
  subtitle: title,
  description: text,
  schedule: z.optional(z.nullable(z.object({ frequency: z.optional(z.nullable(z.enum(medicationFrequencies))) }))),
  when,
  activityDetails: z.optional(z.nullable(details)),
  /** Its parts, as the dishes of a meal. */
  activities: z.optional(
    z
      .array(z.object({ title, description: text, when, activityDetails: z.optional(z.nullable(z.object({ imageUrl: photo }))) }))
      .check(z.maxLength(mostActivityParts)),
  ),
});

/** Something that a member did or measured, as the member or the care team logs it. */
export const newActivity = fields.check((context) => {
  const { activityType, title: name, activityDetails } = context.value;
  const { systolic, diastolic } = activityDetails ?? {};
  for (const key of needed[activityType]) {
    const given = key === 'title' ? name : activityDetails?.[key];
    if (given === undefined || given === null)
      context.issues.push({
        code: 'custom',
        input: context.value,
        path: key === 'title' ? [key] : ['activityDetails', key],
        message: 'Needed for an activity of this type',
      });
  }
  if (typeof systolic === 'number' && typeof diastolic === 'number' && !isPressure(systolic, diastolic))
    context.issues.push({
      code: 'custom',
      input: context.value,
      path: ['activityDetails', 'diastolic'],
      message: 'Has to be lower than the systolic pressure',
    });
});
/** Values to be asked about before they are logged, in the units in which they are kept. */
export const typedValues = z.object({
  weight: reading('weight'),
  systolic: reading('systolic'),
  diastolic: reading('diastolic'),
  glucose: reading('glucose'),
});

export type NewActivity = z.output<typeof newActivity>;

/** Why a logged activity is taken back; members need not say. */
export const takeActivityBack = z.object({ reason: z.optional(typed(1, longestActivityTakeBackReason)) });
export type TakeActivityBack = z.output<typeof takeActivityBack>;
